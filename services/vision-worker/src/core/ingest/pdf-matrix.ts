import type { Point } from '@equerre/geometry/point'

/** An affine map in PDF's order: x′ = a x + c y + e, y′ = b x + d y + f. */
export type PdfMatrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: PdfMatrix = [1, 0, 0, 1, 0, 0]

/** The map that applies `first`, then `then`. */
export function productOf([a, b, c, d, e, f]: PdfMatrix, then: PdfMatrix): PdfMatrix {
  const turned = (x: number, y: number) => moved([x, y], [then[0], then[1], then[2], then[3], 0, 0])
  return [...turned(a, b), ...turned(c, d), ...moved([e, f], then)]
}

export function moved([x, y]: Point, [a, b, c, d, e, f]: PdfMatrix): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}
