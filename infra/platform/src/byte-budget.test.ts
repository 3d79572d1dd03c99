import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

const limits = { bytesMax: 100, batchBytes: 50, timeoutMs: 20 }
const never = () => {}
const isDone = async (work: Promise<void>) =>
  Promise.race([work.then(() => true), sleep(5).then(() => false)])

describe('a byte budget', () => {
  it('lets everybody take what they need within it, without waiting', async () => {
    const budget = new ByteBudget(limits)
    const shares = [budget.open(never), budget.open(never)]
    expect(await Promise.all(shares.map((share) => isDone(share.take(50))))).toEqual([true, true])
  })

  it('beyond it, lets only the largest holder continue until it gives something back', async () => {
    const budget = new ByteBudget(limits)
    const [small, large] = [budget.open(never), budget.open(never)]
    await small.take(40)
    await large.take(60)
    const [first, second] = [large.take(10), small.take(10)]
    expect([await isDone(first), await isDone(second)]).toEqual([true, false])
    large.give(70)
    expect(await isDone(second)).toBe(true)
  })

  it('ends the continuing stream when it stalls, and lets the next continue', async () => {
    const budget = new ByteBudget(limits)
    const end = vi.fn(() => stalled.close())
    const stalled = budget.open(end)
    const other = budget.open(never)
    await stalled.take(45)
    await other.take(55)
    await stalled.take(1)
    const waiting = other.take(40)
    await waiting
    expect(end).toHaveBeenCalledTimes(1)
  })

  it('waits as long as it takes for a stream that has a whole batch to give something back', async () => {
    const budget = new ByteBudget(limits)
    const end = vi.fn()
    const [full, other] = [budget.open(end), budget.open(never)]
    await full.take(60)
    await other.take(40)
    await full.take(10)
    await sleep(3 * limits.timeoutMs)
    expect(end).not.toHaveBeenCalled()
  })

  it('forgets a stream that closes, and releases whoever waits', async () => {
    const budget = new ByteBudget(limits)
    const [one, two] = [budget.open(never), budget.open(never)]
    await one.take(100)
    const [mine, theirs] = [one.take(1), two.take(60)]
    one.close()
    one.close()
    expect([await isDone(mine), await isDone(theirs)]).toEqual([true, true])
  })

  it('leaves something free for newcomers, however much groups want and however many there are', async () => {
    const budget = new ByteBudget({ ...limits, bytesMax: 1_000 })
    const served: number[] = []
    for (const group of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const crowd = Array.from({ length: 20 }, () => isDone(budget.open(never, group).take(10)))
      served.push((await Promise.all(crowd)).filter(Boolean).length)
    }
    // One stream of the first group continues beyond its share.
    expect(served).toEqual([16 + 1, 12, 10, 8, 6, 5])
    expect(await isDone(budget.open(never).take(400))).toBe(true)
  })

  it('lets a stream of the group that holds least continue first', async () => {
    const budget = new ByteBudget(limits)
    await budget.open(never).take(100)
    const [first, second] = [budget.open(never, 'crowd'), budget.open(never, 'crowd')]
    await first.take(40)
    const [crowded, other] = [second.take(30), budget.open(never, 'other').take(30)]
    first.give(30)
    expect([await isDone(crowded), await isDone(other)]).toEqual([false, true])
  })
})
