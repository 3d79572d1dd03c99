import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { frameQuad, quadSideLengths } from '@equerre/geometry/quad'
import type { PreviewQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../pixels.ts'

/** `unseen`: too few pixels, or the page and what it lies on look alike. */
export type CornerShape = 'round' | 'square' | 'unseen'

/** ISO/IEC 7810: the sides of a card, in millimetres. Its corners have a radius of 3.18. */
const card = { long: 85.6, short: 53.98 }
/** Below this many pixels a millimetre the missing tip of a corner is lost among the pixels of the sides. */
const pxPerMmMin = 3
/** Where the table shows at a rounded corner and paper at a square one, in millimetres from the two sides. */
const tips: readonly Point[] = [
  [0.45, 0.45],
  [0.35, 0.8],
  [0.8, 0.35],
]
/** Page as near to its sides as the tips, but where they are straight. */
const insides: readonly Point[] = [
  [0.45, 6],
  [0.45, 8],
  [6, 0.45],
  [8, 0.45],
]
const outsides: readonly Point[] = [
  [-1, -1],
  [-1, 1.5],
  [1.5, -1],
]
/** Least difference of page and surroundings, in levels of all three channels together. */
const contrastMin = 60
/** Of the way from page to surroundings: nearer to one than this, a tip belongs to it. */
const nearShare = 0.35
/** So many corners must agree, and no more than one may differ. */
const agreeing = 3

/**
 * Whether a page has the rounded corners of a bank or identity card. A pad may have a card's proportions; its corners, square
 * or much less rounded for its size, tell it apart.
 */
export function cornerShapeOf(preview: RgbImage, quad: PreviewQuad): CornerShape {
  const [top, right, bottom, left] = quadSideLengths(quad)
  const lying = top + bottom > left + right
  const size = lying ? { width: card.long, height: card.short } : { width: card.short, height: card.long }
  if (Math.min(top, bottom) < pxPerMmMin * size.width || Math.min(left, right) < pxPerMmMin * size.height)
    return 'unseen'
  const toPreview = homographyBetween(frameQuad(size), quad)
  const seen = [0, 1, 2, 3].map((corner) => {
    const mean = (points: readonly Point[]) =>
      meanColour(
        preview,
        points.map((point) => homographyApply(toPreview, fromCorner(point, corner, size))),
      )
    return shapeOf(mean(tips), mean(insides), mean(outsides))
  })
  const count = (shape: CornerShape) => seen.filter((each) => each === shape).length
  if (count('round') >= agreeing && count('square') <= 1) return 'round'
  return count('square') >= agreeing && count('round') <= 1 ? 'square' : 'unseen'
}

type Colour = readonly [number, number, number]

function shapeOf(tip: Colour, inside: Colour, outside: Colour): CornerShape {
  const whole = outside.map((value, i) => value - inside[i]!)
  const contrast = whole.reduce((sum, value) => sum + Math.abs(value), 0)
  if (contrast < contrastMin) return 'unseen'
  const along = tip.reduce((sum, value, i) => sum + (value - inside[i]!) * whole[i]!, 0)
  const share = along / whole.reduce((sum, value) => sum + value * value, 0)
  if (share > 1 - nearShare) return 'round'
  return share < nearShare ? 'square' : 'unseen'
}

/** A position given from one of the corners, clockwise from the top left, in the page's millimetres. */
function fromCorner(
  [x, y]: Point,
  corner: number,
  { width, height }: { width: number; height: number },
): Point {
  return [corner === 1 || corner === 2 ? width - x : x, corner >= 2 ? height - y : y]
}

function meanColour({ width, height, data }: RgbImage, points: readonly Point[]): Colour {
  const sum: [number, number, number] = [0, 0, 0]
  for (const [x, y] of points) {
    const column = Math.min(width - 1, Math.max(0, Math.floor(x)))
    const row = Math.min(height - 1, Math.max(0, Math.floor(y)))
    for (const channel of [0, 1, 2] as const) sum[channel] += data[(row * width + column) * 3 + channel]!
  }
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length]
}
