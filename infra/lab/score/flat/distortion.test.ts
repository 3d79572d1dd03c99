import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { frameQuad } from '@equerre/geometry/quad'
import { photographBent, type BendKind } from '@equerre/testkit/pictures/bent'
import { createRaster } from '@equerre/testkit/pictures/raster'
import { flatSheet, seenAt, type Sheet } from '@equerre/vision-worker/src/core/flatten/sheet.ts'
import { expect, it } from 'vitest'
import { mean } from '../table.ts'
import { cutOut } from './bent-page.ts'
import { courseOf, distortionOf } from './distortion.ts'

const paper = { width: 210, height: 297 }
const page = createRaster(210, 297, [240, 240, 240])

function shot(bend: BendKind) {
  const { photo, corners, seen } = photographBent(page, {
    seed: 3,
    bend,
    width: 300,
    height: 400,
    background: 'plain',
  })
  return { photo, quad: corners, seen }
}

/** Some shape, as it might be fitted. */
function wavySheet(): Sheet {
  const sheet = flatSheet({
    width: 0.577,
    height: 0.816,
    camera: [0.3, 0.4, 1.2],
    grid: { across: 8, down: 10 },
  })
  const coefficients = sheet.coefficients.map((_, i) => 0.01 * Math.sin(0.013 * i))
  return { ...sheet, coefficients }
}

it('is what the shape itself says, wherever that is known exactly', () => {
  const { photo, quad, seen } = shot('curl')
  const sheet = wavySheet()
  const { source, image } = cutOut(photo, { quad, paper, sheet })
  const { placed } = distortionOf(courseOf(source, image), seen, paper)
  // Back from where the picture shows a place: to the straightened page, and on it to where the shape shows it.
  const toPage = homographyBetween(quad, frameQuad(paper))
  const exact = Array.from({ length: 441 }, (_, i) => {
    const flat: Point = [0.02 + 0.048 * (i % 21), 0.02 + 0.048 * Math.floor(i / 21)]
    const [x, y] = homographyApply(toPage, seen(flat))
    const shown = nearest(sheet, [(x / paper.width) * sheet.width, (y / paper.height) * sheet.height])
    return Math.hypot((shown[0] - flat[0]) * paper.width, (shown[1] - flat[1]) * paper.height)
  })
  for (const [i, off] of placed.entries()) expect(off).toBeCloseTo(exact[i]!, 1)
  expect(mean(exact)).toBeGreaterThan(3)
})

/** `seenAt` backwards, by halving steps: slow, and without a thought. */
function nearest(sheet: Sheet, [x, y]: Point): Point {
  const off = (flat: Point) => Math.hypot(...[x, y].map((value, i) => value - seenAt(sheet, flat)[i]!))
  let best: Point = [x / sheet.width, y / sheet.height]
  for (let step = 0.1; step > 1e-5; step /= 1.5) {
    const around = [-1, 0, 1].flatMap((i) =>
      [-1, 0, 1].map((j): Point => [best[0] + i * step, best[1] + j * step]),
    )
    best = around.toSorted((a, b) => off(a) - off(b))[0]!
  }
  return best
}

it('is nothing on a flat page, and after its best fit on one that was cut off, turned and stretched', () => {
  const { photo, quad, seen } = shot('flat')
  const { source, image } = cutOut(photo, { quad, paper, sheet: null })
  const flat = distortionOf(courseOf(source, image), seen, paper)
  expect(Math.max(...flat.placed)).toBeLessThan(0.01)
  const askew = courseOf(
    ({ x, y }) => source({ x: 1.1 * x - 0.05 * y - 4, y: 0.1 * x + 1.1 * y - 25 }),
    image,
  )
  const { placed, aligned } = distortionOf(askew, seen, paper)
  expect(mean(placed)).toBeGreaterThan(5)
  expect(Math.max(...aligned)).toBeLessThan(0.02)
})

it('is not taken out of a bent page by any fit', () => {
  const { photo, quad, seen } = shot('curl')
  const { source, image } = cutOut(photo, { quad, paper, sheet: null })
  const { placed, aligned } = distortionOf(courseOf(source, image), seen, paper)
  expect(mean(aligned)).toBeGreaterThan(0.5)
  expect(mean(aligned)).toBeLessThan(mean(placed))
})
