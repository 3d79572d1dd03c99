/**
 * A gateway of which only the retention runs, in its own process, with the environment of a gateway. Asked for `sweep`, it
 * erases what is overdue; for `walk`, what has no row. It answers with what that took.
 */
import { readGatewayConfig } from '@equerre/gateway/src/config.ts'
import { createContext } from '@equerre/gateway/src/context.ts'
import { sweepOrphans } from '@equerre/gateway/src/flow/sweep-orphans.ts'
import { sweep } from '@equerre/gateway/src/flow/sweep.ts'
import { renderMetrics } from '@equerre/platform/metrics'

export type Task = 'sweep' | 'walk'
export type Spent = {
  readonly seconds: number
  readonly cpuSeconds: number
  /** Erased by the sweep. */
  readonly files: number
  /** What is left on the heap after a garbage collection, at equal distances from the beginning to the end. */
  readonly heapMb: readonly number[]
  readonly residentMbMax: number
}

const shownSamples = 8
const sampleMs = 2_000
const ctx = createContext(readGatewayConfig())
const never = new AbortController().signal
const tasks: Readonly<Record<Task, () => Promise<unknown>>> = {
  sweep: () => sweep(ctx, never),
  walk: () => sweepOrphans(ctx, { late: never, pauseS: 0 }),
}

process.on('message', (task: Task) => void spend(task))
process.once('disconnect', () => void ctx.close())
process.send!('ready')

async function spend(task: Task): Promise<void> {
  const samples: number[] = []
  const sample = () => {
    globalThis.gc?.()
    samples.push(Math.round(process.memoryUsage().heapUsed / 1e6))
  }
  const timer = setInterval(sample, sampleMs)
  const [startedAt, cpu, files] = [performance.now(), process.cpuUsage(), await erased()]
  await tasks[task]()
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(timer)
  sample()
  process.send!({
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    files: (await erased()) - files,
    heapMb: samples.filter((_, at) => at % Math.ceil(samples.length / shownSamples) === 0),
    residentMbMax: Math.round(process.resourceUsage().maxRSS / 1e3),
  } satisfies Spent)
}

async function erased(): Promise<number> {
  const { text } = await renderMetrics()
  return Number(/^files_erased_total\S* (\d+)/m.exec(text)?.[1] ?? 0)
}
