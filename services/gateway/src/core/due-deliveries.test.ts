import { describe, expect, it } from 'vitest'
import { chooseDue, fullHosts, type Due } from './due-deliveries.ts'

const bounds = { all: 32, perOwner: 8, perHost: 16 }

const due = (owner: string, count: number, { host = owner, slow = false } = {}): Due[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${owner}${i}`, ownerId: owner, host, slow }))
const underWay = (ownerId: string, count: number, { host = ownerId, slow = false } = {}) => ({
  ownerId,
  host,
  slow,
  count,
})
const ownersOf = (ids: readonly string[]) => ids.map((id) => id[0]).join('')

describe('deliveries are chosen', () => {
  it('by turns, who has less under way first', () => {
    const all = [...due('a', 3), ...due('b', 1), ...due('c', 2)]
    expect(chooseDue(all, [underWay('b', 1), underWay('d', 1)], bounds)).toEqual([
      'a0',
      'c0',
      'a1',
      'b0',
      'c1',
      'a2',
    ])
  })

  it('within the windows of account and host', () => {
    const all = [...due('a', 20, { host: 'x' }), ...due('b', 20, { host: 'x' })]
    const chosen = chooseDue(all, [underWay('c', 11, { host: 'x' })], bounds)
    expect(ownersOf(chosen)).toBe('ababa')
    expect(chooseDue(due('a', 20), [], { ...bounds, all: 100 })).toHaveLength(8)
  })

  it('no more than are begun at once, and never all for few', () => {
    expect(chooseDue(due('a', 20), [underWay('z', 32)], bounds)).toEqual([])
    const four = ['a', 'b', 'c', 'd'].flatMap((owner) => due(owner, 20))
    expect(chooseDue(four, [], bounds).length).toBeLessThan(24)
    expect(chooseDue(due('e', 1), [underWay('z', 31)], bounds)).toEqual(['e0'])
  })

  it('half of them at most for those whose receivers are slow, of a host too', () => {
    const many = Array.from('abcdefghijklmnopqrstuvwxyz').flatMap((owner) => due(owner, 9, { slow: true }))
    expect(chooseDue([...many, ...due('A', 9)], [], bounds).filter((id) => !id.startsWith('A'))).toHaveLength(
      16,
    )
    const atOne = many.map((each) => ({ ...each, host: 'x' }))
    expect(chooseDue(atOne, [], bounds)).toHaveLength(8)
  })
})

it('a host may be full for slow accounts only', () => {
  const at = (count: number, slow: boolean) => underWay('a', count, { host: 'x', slow })
  expect(fullHosts([at(8, true), at(7, false)], bounds)).toEqual({ forAll: [], forSlow: ['x'] })
  expect(fullHosts([at(7, true), at(9, false)], bounds)).toEqual({ forAll: ['x'], forSlow: [] })
})
