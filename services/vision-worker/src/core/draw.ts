import { pointBetween, pointDistance, type Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import type { PreviewQuad, Size } from '@equerre/geometry/spaces'
import type { GrayImage, RgbImage } from './pixels.ts'

type Pen = { readonly colour: readonly [number, number, number]; readonly widthPx: number }

/** The product's blue, and a white casing that keeps it visible on any background. */
const lineColour = [0x24, 0x38, 0xe8] as const
const casingColour = [255, 255, 255] as const
const lineWidthPx = 2
const casingWidthPx = 4.5
const dashPx = 6
const gapPx = 4

/**
 * Draws the zone onto the preview: a blue line over a white casing.
 * @param options dashed: for a zone that needs review
 */
export function drawZone(preview: RgbImage, quad: PreviewQuad, options: { readonly dashed: boolean }): void {
  const sides = quad.map((corner, i) => [corner, quad[(i + 1) % 4]!] as const)
  for (const [a, b] of sides) drawStroke(preview, [a, b], { colour: casingColour, widthPx: casingWidthPx })
  for (const [a, b] of sides.flatMap((side) => (options.dashed ? dashes(side) : [side]))) {
    drawStroke(preview, [a, b], { colour: lineColour, widthPx: lineWidthPx })
  }
}

/** A copy of the picture with a quad's sides drawn on it. */
export function drawOutline(image: RgbImage, quad: Quad, pen: Pen & { readonly dashed?: boolean }): RgbImage {
  const drawn = { ...image, data: new Uint8Array(image.data) }
  const sides = quad.map((corner, i) => [corner, quad[(i + 1) % 4]!] as const)
  for (const part of sides.flatMap((side) => (pen.dashed ? dashes(side) : [side])))
    drawStroke(drawn, part, pen)
  return drawn
}

/** 255 where a pixel's centre lies in the clockwise convex quad, 0 elsewhere. */
export function fillZone({ width, height }: Size, quad: PreviewQuad): GrayImage {
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const [left, right] = spanInside(quad, row + 0.5)
    const from = Math.max(0, Math.ceil(left - 0.5))
    const to = Math.min(width, Math.ceil(right - 0.5))
    if (to > from) data.fill(255, row * width + from, row * width + to)
  }
  return { width, height, data }
}

/** Where a horizontal line enters and leaves a convex quad. */
function spanInside(quad: PreviewQuad, y: number): [left: number, right: number] {
  let left = Infinity
  let right = -Infinity
  quad.forEach(([x0, y0], i) => {
    const [x1, y1] = quad[(i + 1) % 4]!
    if (y0 > y === y1 > y) return
    const x = x0 + ((y - y0) * (x1 - x0)) / (y1 - y0)
    left = Math.min(left, x)
    right = Math.max(right, x)
  })
  return [left, right]
}

function dashes([a, b]: readonly [Point, Point]): (readonly [Point, Point])[] {
  const length = pointDistance(a, b)
  const count = Math.ceil(length / (dashPx + gapPx))
  return Array.from({ length: count }, (_, i) => {
    const start = i * (dashPx + gapPx)
    return [
      pointBetween(a, b, start / length),
      pointBetween(a, b, Math.min(1, (start + dashPx) / length)),
    ] as const
  })
}

/** Paints pixels by how much of them is within half the line's width of the segment, with a one-pixel soft rim. */
function drawStroke(image: RgbImage, [a, b]: readonly [Point, Point], pen: Pen): void {
  const reach = pen.widthPx / 2 + 1
  const rows = clipped(Math.min(a[1], b[1]) - reach, Math.max(a[1], b[1]) + reach, image.height)
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const squared = dx * dx + dy * dy || 1
  const blend = blender(image, pen.colour)
  for (let row = rows.from; row < rows.to; row++) {
    // Only the part of the segment near this row matters, which keeps long diagonal lines cheap.
    const [x0, x1] = segmentExtent([a, b], row + 0.5, reach)
    const columns = clipped(x0 - reach, x1 + reach, image.width)
    for (let column = columns.from; column < columns.to; column++) {
      const x = column + 0.5 - a[0]
      const y = row + 0.5 - a[1]
      const t = Math.min(1, Math.max(0, (x * dx + y * dy) / squared))
      const cover = pen.widthPx / 2 + 0.5 - Math.sqrt((x - t * dx) ** 2 + (y - t * dy) ** 2)
      if (cover > 0) blend((row * image.width + column) * 3, Math.min(1, cover))
    }
  }
}

function clipped(low: number, high: number, end: number): { from: number; to: number } {
  return { from: Math.max(0, Math.floor(low)), to: Math.min(end, Math.ceil(high) + 1) }
}

function segmentExtent([a, b]: readonly [Point, Point], y: number, reach: number): [number, number] {
  const rise = b[1] - a[1]
  if (Math.abs(rise) < 1e-9) return [Math.min(a[0], b[0]), Math.max(a[0], b[0])]
  const at = (level: number) => a[0] + (b[0] - a[0]) * Math.min(1, Math.max(0, (level - a[1]) / rise))
  const [u, v] = [at(y - reach), at(y + reach)]
  return [Math.min(u, v), Math.max(u, v)]
}

function blender({ data }: RgbImage, colour: Pen['colour']): (at: number, cover: number) => void {
  return (at, cover) => {
    for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! * (1 - cover) + colour[c]! * cover
  }
}
