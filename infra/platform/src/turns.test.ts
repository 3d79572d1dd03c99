import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

describe('turns', () => {
  it('runs a subject’s work one at a time, and once more for all who asked meanwhile', async () => {
    const turns = createTurns()
    const seen: number[] = []
    let [atOnce, asked] = [0, 0]
    const work = async () => {
      expect(++atOnce).toBe(1)
      const known = asked
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(known)
      atOnce--
    }
    const ask = () => {
      asked++
      return turns('a', work)
    }
    await Promise.all(Array.from({ length: 100 }, ask))
    expect(seen).toEqual([1, 100])
    await ask()
    expect(seen).toEqual([1, 100, 101])
  })

  it('lets other subjects run, and goes on after a failure', async () => {
    const turns = createTurns()
    const stuck = turns('a', () => Promise.reject(new Error('away')))
    const after = turns('a', async () => {})
    const other = turns('b', async () => {})
    await expect(stuck).rejects.toThrow('away')
    await Promise.all([after, other])
  })
})
