import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseUnpaid, laneShare, rankIn, type Networks, type UnpaidStep } from './fairness.ts'

const windows = {
  perOwner: 4,
  perAddress: {
    'vision-ingest': 6,
    'vision-detect': 6,
    'vision-rectify': 6,
    'vision-read': 6,
    'vision-assemble': 6,
    'vision-bulk': 8,
    'vision-bulk-heavy': 1,
    'vision-bulk-side': 8,
    'courier-fetch-bulk': 8,
    'vision-heavy': 1,
    'courier-fetch': 4,
  },
}
const home: Networks = ['203.0.113.0/24', '203.0.113.7']
const nextDoor: Networks = ['203.0.113.0/24', '203.0.113.8']
const step = (id: string, ownerId: string, facts: Partial<UnpaidStep> = {}): UnpaidStep => ({
  id,
  ownerId,
  lane: 'vision-detect',
  networks: home,
  ...facts,
})
const many = (count: number, ownerId: string, facts?: Partial<UnpaidStep>) =>
  Array.from({ length: count }, (_, i) => step(`${ownerId}${i}`, ownerId, facts))
const idsOf = (turns: readonly { id: string }[]) => turns.map(({ id }) => id)

describe('chooseUnpaid', () => {
  it('alternates between principals, each in its own order', () => {
    const waiting = [...many(5, 'a'), ...many(2, 'b')]
    expect(idsOf(chooseUnpaid(waiting, [], windows))).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3'])
  })

  it('prefers a late principal over one with more steps in flight', () => {
    const turns = chooseUnpaid([...many(9, 'a'), step('late', 'b')], many(3, 'a'), windows)
    expect(idsOf(turns)).toEqual(['late', 'a0'])
  })

  it('allows one PDF in flight per address, and two per network', () => {
    const heavy = { lane: 'vision-heavy' } as const
    const waiting = [...many(2, 'a', heavy), ...many(2, 'b', { ...heavy, networks: nextDoor })]
    expect(idsOf(chooseUnpaid(waiting, [], windows))).toEqual(['a0', 'b0'])
    const third = step('c0', 'c', { ...heavy, networks: ['203.0.113.0/24', '203.0.113.9'] })
    expect(chooseUnpaid([third], [...many(1, 'a', heavy), ...waiting.slice(2, 3)], windows)).toEqual([])
  })

  it('ranks a step by how many of its network are ahead of it', () => {
    expect(chooseUnpaid(many(4, 'a'), [], windows).map(({ rank }) => rank)).toEqual([1, 2, 3, 4])
    expect(chooseUnpaid([step('b', 'b', { networks: nextDoor })], many(4, 'a'), windows)).toEqual([
      { id: 'b', rank: 3 },
    ])
  })

  it('counts reading apart: it takes no place from pages', () => {
    const reading = many(4, 'a', { lane: 'vision-read' })
    expect(idsOf(chooseUnpaid(many(5, 'a'), reading, windows))).toEqual(['a0', 'a1', 'a2', 'a3'])
    expect(chooseUnpaid(many(5, 'a', { lane: 'vision-read' }), reading, windows)).toEqual([])
  })

  it('never exceeds a window, whoever waits', () => {
    const owner = fc.constantFrom('a', 'b', 'c')
    const lane = fc.constantFrom('vision-detect' as const, 'vision-heavy' as const)
    const networks = fc.constantFrom(home, nextDoor)
    const steps = fc
      .array(fc.record({ ownerId: owner, lane, networks }), { maxLength: 60 })
      .map((made) => made.map((facts, i) => ({ id: String(i), ...facts })))
    fc.assert(
      fc.property(steps, (waiting) => {
        const turns = chooseUnpaid(waiting, [], windows)
        const given = turns.map(({ id }) => waiting[Number(id)]!)
        const count = (holds: (given: UnpaidStep) => boolean) => given.filter(holds).length
        for (const who of ['a', 'b', 'c']) expect(count(({ ownerId }) => ownerId === who)).toBeLessThan(5)
        for (const from of [home, nextDoor]) {
          expect(count((one) => one.networks === from && one.lane === 'vision-detect')).toBeLessThan(7)
          expect(count((one) => one.networks === from && one.lane === 'vision-heavy')).toBeLessThan(2)
        }
        expect(new Set(idsOf(turns)).size).toBe(turns.length)
      }),
    )
  })
})

describe('rankIn', () => {
  it('is 1 when nothing of the network is in flight, and counts a wider network half', () => {
    expect(rankIn(() => 0, { lane: 'vision-detect', networks: home })).toBe(1)
    const crowd = (share: string) => (share === laneShare('vision-detect', home[0]) ? 10 : 0)
    expect(rankIn(crowd, { lane: 'vision-detect', networks: home })).toBe(6)
  })
})
