import { expect, it } from 'vitest'
import type { GrayImage } from '../../pixels.ts'
import { richestTiles, tileSide } from './tiles.ts'

/** A white page with stripes of two pixels, darker by a number of levels that depends on the tile's column and row. */
function striped(across: number, down: number, darker: (column: number, row: number) => number): GrayImage {
  const [width, height] = [across * tileSide, down * tileSide]
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return 200 - (y % 4 < 2 ? darker(Math.floor(x / tileSide), Math.floor(y / tileSide)) : 0)
  })
  return { width, height, data }
}

const levelsOf = (pixels: Float32Array, i: number) =>
  200 - Math.min(...pixels.subarray(i * tileSide ** 2, (i + 1) * tileSide ** 2))

it('takes the busiest tiles first, and counts a stark edge as no more than text', () => {
  const page = striped(9, 5, (column, row) => (column === 4 && row === 3 ? 25 : column === 0 ? 12 : 0))
  const { pixels } = richestTiles(page)
  expect([0, 1, 5, 6].map((i) => levelsOf(pixels, i))).toEqual([25, 12, 12, 0])
  const stark = richestTiles(striped(2, 1, (column) => (column === 0 ? 40 : 150)))
  expect(levelsOf(stark.pixels, 0)).toBe(40)
})

it('caps the number of tiles, and ends with some of the page at half and quarter size', () => {
  const large = richestTiles(striped(20, 14, () => 30))
  expect(large.count).toBe(24 + 8 + 4)
  const small = richestTiles(striped(3, 2, () => 30))
  expect(small.count).toBe(6 + 1)
  // Stripes of two pixels become stripes of one at half size.
  const coarse = small.pixels.subarray(6 * tileSide ** 2)
  expect([coarse[0], coarse[tileSide], coarse[2 * tileSide]]).toEqual([170, 200, 170])
})

it('has no tiles for a picture smaller than a tile', () => {
  expect(richestTiles({ width: 40, height: 400, data: new Uint8Array(16_000) }).count).toBe(0)
})
