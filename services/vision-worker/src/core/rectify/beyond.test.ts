import type { Homography } from '@equerre/geometry/homography'
import { expect, it } from 'vitest'
import type { RgbImage } from '../pixels.ts'
import { paintBeyond } from './beyond.ts'
import { latticeSize, warp } from './warp.ts'

const photo = { width: 800, height: 600 }
const rules = 12

/** Cream paper, in the light of a lamp on the left, with ruled lines that run off the photograph. */
function paperAt(x: number): readonly number[] {
  const light = 1 - 0.3 * (x / photo.width)
  return [240 * light, 228 * light, 200 * light]
}

function photograph(): RgbImage {
  const data = new Uint8Array(photo.width * photo.height * 3)
  for (let y = 0, at = 0; y < photo.height; y++)
    for (let x = 0; x < photo.width; x++, at += 3)
      data.set(y % rules < 2 ? [30, 30, 60] : paperAt(x).map(Math.round), at)
  return { ...photo, data }
}

const page = { width: 700, height: 500 }
/** So far to the right, below and turned so much that the right part of the page was not photographed. */
const shifted: Homography = [1, 0.1, 200, -0.1, 1, 90, 0, 0, 1]

function colourAt({ width, data }: RgbImage, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
}

it('paints what was not photographed in the colour of the paper beside it', () => {
  const image = photograph()
  const cut = warp(image, shifted, page)
  paintBeyond(cut, { map: shifted, photo: image })
  const edge = paperAt(photo.width)
  for (const y of [60, 150, 300, 440])
    for (const x of [640, 670, 699])
      for (const [c, value] of colourAt(cut, x, y).entries())
        expect(Math.abs(value - edge[c]!)).toBeLessThan(9)
})

it('changes nothing that was photographed', () => {
  const image = photograph()
  const before = warp(image, shifted, page)
  const after = { ...before, data: before.data.slice() }
  paintBeyond(after, { map: shifted, photo: image })
  const [a, b, c, d, e, f] = shifted
  for (let y = 0; y < page.height; y++) {
    for (let x = 0; x < page.width; x++) {
      const [u, v] = [a * (x + 0.5) + b * (y + 0.5) + c, d * (x + 0.5) + e * (y + 0.5) + f]
      if (u > photo.width || v < 0 || v > photo.height) continue
      if (colourAt(after, x, y).join() !== colourAt(before, x, y).join())
        expect(colourAt(after, x, y), `at ${x}, ${y}`).toEqual(colourAt(before, x, y))
    }
  }
})

it('leaves a page that was photographed whole as it is, bit for bit', () => {
  const image = photograph()
  const within: Homography = [1, 0, 20, 0, 1, 20, 0, 0, 1]
  const cut = warp(image, within, page)
  const before = cut.data.slice()
  paintBeyond(cut, { map: within, photo: image })
  expect(cut.data).toEqual(before)
})

it('knows of a bend that reaches beyond the photograph between two corners within it', () => {
  const image = photograph()
  const lower: Homography = [1, 0, 20, 0, 1, 2, 0, 0, 1]
  const { columns, rows } = latticeSize(page)
  const lattice = new Float32Array(2 * columns * rows)
  for (let column = 10; column < columns - 10; column++) lattice[2 * column + 1] = -14
  const cut = warp(image, lower, { ...page, lattice })
  const before = cut.data.slice()
  paintBeyond(cut, { map: lower, lattice, photo: image })
  const at = (data: Uint8Array, x: number) => [...data.subarray(x * 3, x * 3 + 3)]
  expect(at(cut.data, 350)).not.toEqual(at(before, 350))
  expect(at(cut.data, 20)).toEqual(at(before, 20))
})
