import { flushCompileCache } from 'node:module'
import { lockCell } from '../cell/lock.ts'
import { openPort } from '../cell/port.ts'
import { prepareToRead, prepareToStraighten } from '../cell/prepare.ts'
import { createContext } from '../context.ts'
import { runStep } from './run-step.ts'

/**
 * The inside of a cell: a process without secrets, network or disk, which runs one step after another. Its only access to
 * the world is its port, where the worker holds it to its job.
 */
const port = openPort()
// To stop these processes, stop the worker, which lets its steps finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const first = port.receive()
if (first?.type !== 'settings') throw new Error('a cell needs its settings first')
const ctx = createContext(first.limits, port.services(first))
const prepare = first.reads ? prepareToRead : prepareToStraighten
const facts = await prepare(ctx, (begins) => port.send({ type: 'page', begins }))
// Nothing can be written afterwards.
flushCompileCache()
port.send({ type: 'ready', facts: { ...facts, lock: await lockCell(first.memoryBytesMax) } })

for (let message = port.receive(); message; message = port.receive()) {
  if (message.type !== 'job') throw new Error(`a cell expects a job, not ${message.type}`)
  const ended = await runStep(message.job, ctx).then(
    (outcome) => ({ type: 'done', outcome }) as const,
    (error: unknown) => ({ type: 'failed', error: described(error) }) as const,
  )
  port.send({ ...ended, laps: ctx.takeLaps() })
}
process.exit()

function described(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 20_000)
}
