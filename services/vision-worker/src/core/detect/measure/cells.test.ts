import { quadAt } from '@equerre/testkit/points'
import type { Quad } from '@equerre/geometry/quad'
import { expect, it } from 'vitest'
import type { GrayImage } from '../../pixels.ts'
import { cellsOf, contentsOf } from './cells.ts'

const size = { width: 64, height: 48 }
const filled = (value: (x: number, y: number) => number): GrayImage => ({
  ...size,
  data: Uint8Array.from({ length: size.width * size.height }, (_, at) =>
    value(at % size.width, Math.floor(at / size.width)),
  ),
})

it('measures a striped white page on a plain grey table', () => {
  const inPage = (x: number, y: number) => x >= 16 && x < 48 && y >= 16 && y < 32
  const light = filled((x, y) => (inPage(x, y) ? (y % 4 < 2 ? 255 : 225) : 90))
  const grey = filled(() => 128)
  const page: Quad = quadAt('16,16 48,16 48,32 16,32')
  const contents = contentsOf(
    cellsOf({ light, redGreen: grey, yellowBlue: grey, chroma: filled(() => 0) }),
    page,
  )
  expect(contents).toMatchObject({
    insideAlike: 1,
    outsideAlike: 0,
    ringAlike: 0,
    lightOutside: 90,
    chromaInside: 0,
    sharpestInside: 30,
  })
  expect(contents.lightInside).toBeGreaterThan(225)
  expect(contents.textureInside).toBeGreaterThan(contents.textureOutside)
  expect(contents.burntInside).toBeCloseTo(4 / 7)
})
