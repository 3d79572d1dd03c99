import { describe, expect, it } from 'vitest'
import { firstAttempt, nextAttempt, type Attempt } from './small-picture.ts'

/** The attempts made for a picture whose excess over the limit is `weigh`, until it fits. */
function tried(weigh: (attempt: Attempt) => number): Attempt[] {
  const all: Attempt[] = []
  for (let next: Attempt | null = firstAttempt; next;) {
    all.push(next)
    const excess = weigh(next)
    next = excess > 1 ? nextAttempt(next, excess) : null
  }
  return all
}

describe('attempts at a small picture', () => {
  it('stops at the first, good quality if it fits', () => {
    expect(tried(() => 1)).toEqual([firstAttempt])
  })

  it('lowers quality before size, as far as needed', () => {
    const slightly = tried(({ quality }) => (1.1 * quality) / firstAttempt.quality)
    expect(slightly).toHaveLength(2)
    expect(slightly[1]).toMatchObject({ scale: 1 })
    const far = tried(({ scale }) => 3 * scale ** 2)
    expect(far.length).toBeLessThan(4)
    expect(far.at(-1)!.scale).toBeLessThan(1)
  })

  it('ends, however large the file', () => {
    expect(tried(() => 50).length).toBeLessThan(8)
    expect(nextAttempt(tried(() => 50).at(-1)!, 50)).toBeNull()
  })
})
