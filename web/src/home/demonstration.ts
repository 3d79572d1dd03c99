import { homographyBetween } from '@equerre/geometry/homography'
import { pointBetween } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** The drawn sheet, in units of its own picture. */
export const sheetSize = { width: 434, height: 614 } as const

/** The four corners of the sheet on the photo and squared up, in units of the plan (840 × 636). */
const photographed: Quad = [
  [298, 44],
  [664, 92],
  [610, 604],
  [176, 524],
]
const squared: Quad = [
  [246, 56],
  [614, 56],
  [614, 576],
  [246, 576],
]

/** The corners at `t`, from 0 (photo) to 1 (square). */
export function quadAt(t: number): Quad {
  const at = (index: 0 | 1 | 2 | 3) => pointBetween(photographed[index], squared[index], t)
  return [at(0), at(1), at(2), at(3)]
}

/** Where the corners come to lie, for the marks that show the way. */
export const goal = squared

/** Position of the loop after `seconds`: at rest, squaring up, at rest, leaning back; eight seconds in all. */
export function loopPosition(seconds: number): number {
  const s = seconds % 8
  if (s < 2.2) return 0
  if (s < 3.6) return ease((s - 2.2) / 1.4)
  return s < 6.8 ? 1 : 1 - ease((s - 6.8) / 1.2)
}

function ease(x: number): number {
  return x < 0.5 ? 4 * x ** 3 : 1 - (-2 * x + 2) ** 3 / 2
}

/** The CSS matrix3d that lays a box of `size`, its origin at its top left, onto `quad`. CSS writes matrices by columns. */
export function quadTransform({ width, height }: Size, quad: Quad): string {
  const box: Quad = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const [a, b, c, d, e, f, g, h, i] = homographyBetween(box, quad)
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join()})`
}
