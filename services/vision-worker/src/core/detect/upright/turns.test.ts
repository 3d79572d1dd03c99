import { quadAt } from '@equerre/testkit/points'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clearTurn, mayLieTurned, readingSize, votesOfTiles, type QuarterTurns } from './turns.ts'

const turnsOfPage = (logits: Float32Array) => clearTurn(votesOfTiles(logits))
const anyTurn = fc.constantFrom<QuarterTurns>(0, 1, 2, 3)

/** Logits of `count` tiles, each with the given strength for one turn. */
function tilesFor(
  turn: QuarterTurns,
  { count, strength }: { count: number; strength: number },
): Float32Array {
  return Float32Array.from({ length: count * 4 }, (_, at) => (at % 4 === turn ? strength : 0))
}

it('is the turn most tiles show', () => {
  const logits = [...tilesFor(2, { count: 20, strength: 2 }), ...tilesFor(0, { count: 1, strength: 2 })]
  expect(turnsOfPage(Float32Array.from(logits))).toBe(2)
})

it('is unknown when tiles show nothing, contradict each other, or are missing', () => {
  expect(turnsOfPage(tilesFor(1, { count: 32, strength: 0.01 }))).toBeNull()
  const torn = [...tilesFor(0, { count: 20, strength: 3 }), ...tilesFor(2, { count: 19, strength: 3 })]
  expect(turnsOfPage(Float32Array.from(torn))).toBeNull()
  expect(turnsOfPage(new Float32Array())).toBeNull()
})

it('is never decided by a single tile, however sure', () => {
  const one = (strength: number) => turnsOfPage(tilesFor(3, { count: 1, strength }))
  fc.assert(fc.property(fc.double({ min: 0, max: 80, noNaN: true }), (strength) => one(strength) === null))
})

it('may be worth reading unless most tiles show it upright', () => {
  expect(mayLieTurned([-10, -40, -30, -40])).toBe(false)
  expect(mayLieTurned([-10, -40, -15, -40])).toBe(true)
  expect(mayLieTurned([-30, -40, -15, -40])).toBe(true)
})

it('rotates with the page', () => {
  const tiles = fc.array(fc.float({ min: -8, max: 8, noNaN: true }), { minLength: 4, maxLength: 80 })
  fc.assert(
    fc.property(tiles, anyTurn, (values, by) => {
      const logits = values.slice(0, values.length - (values.length % 4))
      const turned = logits.map((_, at) => logits[at - (at % 4) + ((at + 4 - by) % 4)]!)
      const read = turnsOfPage(Float32Array.from(logits))
      expect(turnsOfPage(Float32Array.from(turned))).toBe(read === null ? null : (read + by) % 4)
    }),
  )
})

it('reads a page at its own size, capped at what text needs', () => {
  expect(readingSize(quadAt('10,0 310,0 310,400 10,400'))).toEqual({ width: 300, height: 400 })
  expect(readingSize(quadAt('0,0 1131,0 1131,1600 0,1600'))).toEqual({ width: 724, height: 1024 })
})
