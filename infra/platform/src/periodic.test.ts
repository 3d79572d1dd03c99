import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createLog } from './log.ts'
import { renderMetrics } from './metrics.ts'
import { runPeriodically } from './periodic.ts'

const log = createLog('test', 'silent')
const never = new Promise<never>(() => {})

async function lastSuccess(task: string): Promise<number> {
  const { text } = await renderMetrics()
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`periodic_success_timestamp_seconds{task="${task}"`))
  return Number(line?.split(' ').at(-1))
}

it('goes on after a turn that hangs, and tells that turn to give up', async () => {
  const told: AbortSignal[] = []
  const work = (late: AbortSignal) => {
    told.push(late)
    return told.length === 1 ? never : Promise.resolve()
  }
  const series = runPeriodically('hangs once', { everyMs: 10, turnMsMax: 200, work, log })
  await sleep(0)
  expect(await lastSuccess('hangs once')).toBe(0)
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(2), 5_000)
  expect(told[0]!.aborted).toBe(true)
  expect(told[1]!.aborted).toBe(false)
  expect(Date.now() / 1_000 - (await lastSuccess('hangs once'))).toBeLessThan(5)
  await series.close()
})

it('keeps the time of the last success through failures', async () => {
  let turns = 0
  const work = async () => {
    if (turns++ > 0) throw new Error('fails from the second turn on')
  }
  const series = runPeriodically('fails', { everyMs: 10, work, log })
  await vi.waitFor(() => expect(turns).toBeGreaterThan(1), 5_000)
  const at = await lastSuccess('fails')
  await vi.waitFor(() => expect(turns).toBeGreaterThan(9), 5_000)
  expect(await lastSuccess('fails')).toBe(at)
  expect(at).toBeGreaterThan(0)
  await series.close()
})

it('reports the success of another process as that one’s', async () => {
  const work = async () => new Date(5_000)
  const series = runPeriodically('done elsewhere', { everyMs: 10, work, log })
  await vi.waitFor(async () => expect(await lastSuccess('done elsewhere')).toBe(5), 5_000)
  await series.close()
})

it('closes although its turn hangs', async () => {
  const series = runPeriodically('hangs', { everyMs: 10, turnMsMax: 100, work: () => never, log })
  await series.close()
})
