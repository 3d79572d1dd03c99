import { createRandom } from '@equerre/testkit/pictures/random'
import { describe, expect, it } from 'vitest'
import { pollSeconds, type Queue } from './poll-pace.ts'

const key: Queue = { open: 1, requestsPerMinute: 600, laneWaitMs: 0, waitedSeconds: 0, secondsMax: 300 }
const secondsFor = (queue: Partial<Queue>) => pollSeconds({ ...key, ...queue }, 1 / 2)

describe('when a job should be asked for again', () => {
  it('is later the more jobs are open and the longer the lane is, between a second and the limit', () => {
    expect([1, 10, 100, 1_000, 10_000].map((open) => secondsFor({ open }))).toEqual([1, 2, 20, 200, 300])
    expect([0, 8_000, 40_000].map((laneWaitMs) => secondsFor({ laneWaitMs }))).toEqual([1, 2, 10])
    expect(secondsFor({ open: 100, requestsPerMinute: 2_400 })).toBe(5)
    expect(secondsFor({ open: 100, secondsMax: 4 })).toBe(4)
    // A client who waits in its requests has hardly any other pause.
    expect([10, 25].map((waitedSeconds) => secondsFor({ open: 100, waitedSeconds }))).toEqual([10, 1])
  })

  // All answered at once, as after a wait in which none ended, or one after another, as they were sent.
  it.each([
    [100, Infinity],
    [100, 10],
    [1_000, Infinity],
    [1_000, 10],
  ])(
    'does not make %i jobs, answered %d a second, run into the rate limit of their key',
    (count, perSecond) => {
      const polls = pollsBySecond(count, perSecond)
      const excess = polls.map((polled) => Math.max(0, polled - key.requestsPerMinute / 60))
      for (let minute = 0; minute < polls.length; minute += 60)
        expect(sum(excess.slice(minute, minute + 60))).toBeLessThan(burst)
      expect(sum(polls) / polls.length).toBeLessThan(0.6 * (key.requestsPerMinute / 60))
    },
  )
})

/** What the rate limiter lets through beyond the steady rate, in a minute. */
const burst = 100

/** How many polls fall into each second of an hour in which no job ends. */
function pollsBySecond(count: number, perSecond: number): number[] {
  const polls = Array<number>(3_600).fill(0)
  const chance = createRandom(count)
  for (let i = 0; i < count; i++) {
    const again = () => pollSeconds({ ...key, open: count }, chance.between(0, 1))
    for (let at = Math.floor(i / perSecond) + again(); at < polls.length; at += again()) polls[at]!++
  }
  return polls
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
