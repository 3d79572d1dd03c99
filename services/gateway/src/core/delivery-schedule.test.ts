import { describe, expect, it } from 'vitest'
import { attemptOffsetsS, attemptsMax, isHopeless, pauseAfter, verdictOn } from './delivery-schedule.ts'

const usual = { retryAfterS: null, random: 0.5 }

describe('the schedule of a delivery', () => {
  it('makes ten attempts within a day', () => {
    let elapsedS = 0
    const times = [0]
    for (let attempts = 1; ; attempts++) {
      const pause = pauseAfter(attempts, usual)
      if (pause === null) break
      times.push((elapsedS += pause))
    }
    expect(times).toEqual([...attemptOffsetsS])
    expect(times).toHaveLength(10)
    expect(attemptsMax).toBe(10)
    expect(elapsedS).toBe(24 * 3_600)
  })

  it('varies each pause by up to a tenth', () => {
    const pauses = [0, 1].map((random) => pauseAfter(3, { ...usual, random }))
    expect(pauses.map((pause) => Math.round(pause!))).toEqual([1_350, 1_650])
  })

  it('gives a receiver the time that it asks for, within bounds', () => {
    expect([10, 120, 1e9].map((retryAfterS) => pauseAfter(1, { ...usual, retryAfterS }))).toEqual([
      10, 120, 21_600,
    ])
    expect(pauseAfter(10, { ...usual, retryAfterS: 10 })).toBeNull()
  })

  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [null, 'failed'],
  ])('judges %s as %s', (status, verdict) => expect(verdictOn({ status })).toBe(verdict))

  it('gives an endpoint up after three days', () => {
    const now = new Date('2026-11-23T12:00:00Z')
    const since = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    expect([71, 72].map((hours) => isHopeless(since(hours), { now, hoursMax: 72 }))).toEqual([false, true])
  })
})
