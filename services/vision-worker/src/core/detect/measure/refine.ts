import { lineCrossing, lineShifted, type Line } from '@equerre/geometry/line'
import { pointBetween, pointDistance, type Point } from '@equerre/geometry/point'
import { quadIsClockwiseConvex } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import type { GrayImage } from '../../pixels.ts'
import { median } from '../../pixels.ts'

const samplesPerSide = 64
const reachPx = 6
/** Fewer edge points than this share of the samples say nothing about a side. */
const pointsShareMin = 0.4
const fitRounds = 4
/** Levels of lightness over two pixels, below which there is no step. */
const stepMin = 6

/**
 * Moves each side of a quad to the strongest lightness step nearby, by a line through the steps that resists outliers.
 * The caller must judge the result against the start: a strong line of text can attract a side.
 * @param quad work pixels, clockwise convex
 * @returns a quad moved by about `reachPx` at most, or null when a side shows no step or the sides do not meet
 */
export function refineSides(gray: GrayImage, quad: WorkQuad): WorkQuad | null {
  const lines = quad.map((corner, i) => fitSide(gray, corner, quad[(i + 1) % 4]!))
  const corners = lines.map((line, i) => {
    const before = lines[(i + 3) % 4]
    return line && before ? lineCrossing(before, line) : null
  })
  const near = corners.every((corner, i) => corner && pointDistance(corner, quad[i]!) < 3 * reachPx)
  if (!near) return null
  const refined = corners as unknown as WorkQuad
  return quadIsClockwiseConvex(refined) ? refined : null
}

function fitSide(gray: GrayImage, a: Point, b: Point): Line | null {
  const length = pointDistance(a, b)
  const direction: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  const steps: { along: number; across: number }[] = []
  for (let i = 0; i < samplesPerSide; i++) {
    const t = 0.05 + (0.9 * (i + 0.5)) / samplesPerSide
    const across = strongestStep(gray, pointBetween(a, b, t), [-direction[1], direction[0]])
    if (across !== null) steps.push({ along: t * length, across })
  }
  if (steps.length < samplesPerSide * pointsShareMin) return null
  const { offset, slope } = fitLine(steps)
  return lineShifted([a, b], offset, offset + slope * length)
}

/** Distance along the normal to the largest lightness step, to a fraction of a pixel by a parabola; null when flat. */
function strongestStep(gray: GrayImage, [x, y]: Point, [nx, ny]: Point): number | null {
  // A step's neighbours are compared too, so the lightness is read from two pixels further out.
  const first = -reachPx - 2
  const levels = new Float64Array(1 - 2 * first)
  for (let i = 0; i < levels.length; i++)
    levels[i] = lightAt(gray, x + nx * (first + i), y + ny * (first + i))
  const step = (offset: number) => Math.abs(levels[offset + 1 - first]! - levels[offset - 1 - first]!)
  let best = -reachPx
  for (let offset = -reachPx; offset <= reachPx; offset++) if (step(offset) > step(best)) best = offset
  const peak = step(best)
  if (peak < stepMin) return null
  const before = step(best - 1)
  const after = step(best + 1)
  const bend = before - 2 * peak + after
  return bend < 0 ? best + Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : best
}

/** Iteratively reweighted least squares with Cauchy weights (scale 1 px). */
function fitLine(steps: readonly { along: number; across: number }[]): { offset: number; slope: number } {
  let line = { offset: median(steps.map(({ across }) => across)), slope: 0 }
  for (let round = 0; round < fitRounds; round++) {
    const sum = { w: 0, x: 0, y: 0, xx: 0, xy: 0 }
    for (const { along, across } of steps) {
      const w = 1 / (1 + (across - line.offset - line.slope * along) ** 2)
      sum.w += w
      sum.x += w * along
      sum.y += w * across
      sum.xx += w * along * along
      sum.xy += w * along * across
    }
    const slope = (sum.w * sum.xy - sum.x * sum.y) / (sum.w * sum.xx - sum.x * sum.x)
    line = { offset: (sum.y - slope * sum.x) / sum.w, slope }
  }
  return line
}

/** Bilinear lightness; the frame's border pixels go on outside. */
function lightAt({ width, height, data }: GrayImage, x: number, y: number): number {
  const px = Math.min(width - 1.001, Math.max(0, x - 0.5))
  const py = Math.min(height - 1.001, Math.max(0, y - 0.5))
  const column = Math.floor(px)
  const at = Math.floor(py) * width + column
  const u = px - column
  const v = py - Math.floor(py)
  return (
    (data[at]! * (1 - u) + data[at + 1]! * u) * (1 - v) +
    (data[at + width]! * (1 - u) + data[at + width + 1]! * u) * v
  )
}
