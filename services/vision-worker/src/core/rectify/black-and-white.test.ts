import { expect, it } from 'vitest'
import type { GrayImage } from '../pixels.ts'
import { blackAndWhite } from './black-and-white.ts'

const [width, height] = [480, 320]

/** Paper under light that falls off to the right, with ink where `inked` says so. */
function dimPage(
  inked: (column: number, row: number) => boolean,
  tone = 0.1,
): { page: GrayImage; truth: Uint8Array } {
  const data = new Uint8Array(width * height)
  const truth = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    const column = at % width
    const ink = inked(column, Math.floor(at / width))
    data[at] = 235 * (0.9 - (0.5 * column) / width) * (ink ? tone : 1)
    truth[at] = ink ? 0 : 255
  }
  return { page: { width, height, data }, truth }
}

function wrongShare({ page, truth }: ReturnType<typeof dimPage>, dpi = 300): number {
  const { data } = blackAndWhite(page, dpi)
  expect(new Set(data)).toEqual(new Set([0, 255]))
  return data.filter((value, at) => value !== truth[at]).length / data.length
}

it('separates ink from paper under uneven light', () => {
  expect(wrongShare(dimPage((column, row) => column % 40 < 4 && row > 20))).toBeLessThan(0.002)
})

it('keeps wide areas of ink solid', () => {
  expect(wrongShare(dimPage((column, row) => column > 100 && column < 300 && row > 100))).toBeLessThan(0.002)
})

it('keeps the strokes of a broad grey pen solid at a low resolution', () => {
  expect(
    wrongShare(
      dimPage((column, row) => column % 80 < 14 && row > 20, 0.4),
      60,
    ),
  ).toBeLessThan(0.01)
})
