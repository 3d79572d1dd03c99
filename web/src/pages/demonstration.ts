import type { Point, QuadPoints } from '../corners/angles.ts'

/** The drawn sheet, in units of its own picture. */
export const sheetSize = { width: 434, height: 614 } as const

/** The four corners of the sheet on the photo and squared up, in units of the plan (840 × 636). */
const photographed: QuadPoints = [
  [298, 44],
  [664, 92],
  [610, 604],
  [176, 524],
]
const squared: QuadPoints = [
  [246, 56],
  [614, 56],
  [614, 576],
  [246, 576],
]

/** The corners at `t`, from 0 (photo) to 1 (square). */
export function quadAt(t: number): QuadPoints {
  const at = (index: 0 | 1 | 2 | 3): Point => {
    const [from, to] = [photographed[index], squared[index]]
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
  }
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

/**
 * The CSS matrix3d that lays a `width` × `height` box with its origin at the top left onto `quad`: the homography of the
 * unit square to a quad in closed form (Heckbert 1989, section 2.2.3), its columns divided by the box's size.
 */
export function quadTransform(
  { width, height }: { width: number; height: number },
  quad: QuadPoints,
): string {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = quad
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3]
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (dx3 * dy2 - dx2 * dy3) / determinant
  const h = (dx1 * dy3 - dx3 * dy1) / determinant
  const columns = [
    [(x1 - x0 + g * x1) / width, (y1 - y0 + g * y1) / width, 0, g / width],
    [(x3 - x0 + h * x3) / height, (y3 - y0 + h * y3) / height, 0, h / height],
    [0, 0, 1, 0],
    [x0, y0, 0, 1],
  ]
  return `matrix3d(${columns.flat().join()})`
}
