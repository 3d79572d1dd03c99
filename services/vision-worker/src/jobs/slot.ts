import { lockCell } from '../cell/lock.ts'
import { openPort } from '../cell/port.ts'
import { prepare } from '../cell/prepare.ts'
import { createContext } from '../context.ts'
import { runStep } from './run-step.ts'

/**
 * The inside of a cell: a process without a secret, a network or a disk, which runs one step after the other. What it has of the
 * world comes and goes through its port, where the worker holds it to its job.
 */
const port = openPort()
// Whoever wants to end these processes ends the worker, which lets its steps finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const first = port.listen()
if (first?.tell !== 'settings') throw new Error('a cell is told its settings first')
const ctx = createContext(first.limits, port.doors(first))
const facts = await prepare(ctx, (begins) => port.say({ say: 'page', begins }))
port.say({ say: 'ready', facts: { ...facts, lock: await lockCell(first.memoryBytesMax) } })

for (let told = port.listen(); told; told = port.listen()) {
  if (told.tell !== 'job') throw new Error(`a cell waits for a job, not for ${told.tell}`)
  const ended = await runStep(told.job, ctx).then(
    (outcome) => ({ say: 'done', outcome }) as const,
    (error: unknown) => ({ say: 'failed', error: described(error) }) as const,
  )
  port.say({ ...ended, laps: ctx.takeLaps() })
}
process.exit()

function described(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 20_000)
}
