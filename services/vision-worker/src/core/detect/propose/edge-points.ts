import type { GrayImage } from '../../pixels.ts'

/** Thin edges as parallel arrays. Positions are pixel centres; angles are those of the gradient, in radians, −π to π. */
export type EdgePoints = {
  readonly count: number
  readonly x: Float32Array
  readonly y: Float32Array
  readonly angle: Float32Array
  /** 0 to 1: how strong the step is, capped where any edge is clear, so that ink counts no more than a faint side. */
  readonly weight: Float32Array
}

/** Share of the pixels that may be edges, and the minimum step even on an empty wall: JPEG-compressed grain is below it. */
const edgeShare = 0.15
const stepMin = 3
/** At this many times the threshold, a step is as clear as any. */
const clearTimes = 3

/**
 * Local maxima of the gradient, taken from whichever channel is strongest. The threshold comes from the picture's own
 * gradients: a fixed one finds nothing on white paper and everything on fabric.
 * @param channels all of one size; a step in any of them counts
 */
export function findEdgePoints(channels: readonly GrayImage[]): EdgePoints {
  const { width, height } = channels[0]!
  const { gx, gy, size } = strongestGradients(channels)
  const threshold = thresholdOf(size)
  const places: number[] = []
  for (let row = 2; row < height - 2; row++) {
    for (let at = row * width + 2; at < (row + 1) * width - 2; at++) {
      if (size[at]! >= threshold && isPeak(size, { at, width, dx: gx[at]!, dy: gy[at]! })) places.push(at)
    }
  }
  const count = places.length
  const make = () => new Float32Array(count)
  const points = { count, x: make(), y: make(), angle: make(), weight: make() }
  for (let i = 0; i < count; i++) {
    const at = places[i]!
    points.x[i] = (at % width) + 0.5
    points.y[i] = Math.floor(at / width) + 0.5
    points.angle[i] = Math.atan2(gy[at]!, gx[at]!)
    points.weight[i] = Math.min(1, size[at]! / (clearTimes * threshold))
  }
  return points
}

type Gradients = { readonly gx: Int16Array; readonly gy: Int16Array; readonly size: Uint16Array }

/** The gradient of the strongest channel at each pixel, by central differences; borders stay 0. */
function strongestGradients(channels: readonly GrayImage[]): Gradients {
  const { width, height } = channels[0]!
  const strongest = {
    gx: new Int16Array(width * height),
    gy: new Int16Array(width * height),
    size: new Uint16Array(width * height),
  }
  for (const { data } of channels) {
    for (let row = 1; row < height - 1; row++) keepStronger(strongest, data, { width, row })
  }
  return strongest
}

function keepStronger(
  { gx, gy, size }: Gradients,
  data: Uint8Array,
  { width, row }: { width: number; row: number },
): void {
  for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
    const dx = data[at + 1]! - data[at - 1]!
    const dy = data[at + width]! - data[at - width]!
    const own = Math.abs(dx) + Math.abs(dy)
    if (own <= size[at]!) continue
    size[at] = own
    gx[at] = dx
    gy[at] = dy
  }
}

function thresholdOf(size: Uint16Array): number {
  const counts = new Uint32Array(1024)
  for (let at = 0; at < size.length; at++) counts[size[at]!]!++
  let above = 0
  for (let value = counts.length - 1; value > stepMin; value--) {
    above += counts[value]!
    if (above > edgeShare * size.length) return value
  }
  return stepMin
}

/** Whether no neighbour along the gradient, rounded to 45 degrees, has a larger step. */
function isPeak(
  size: Uint16Array,
  { at, width, dx, dy }: { at: number; width: number; dx: number; dy: number },
): boolean {
  const level = Math.abs(dy) < 0.414 * Math.abs(dx)
  const upright = Math.abs(dx) < 0.414 * Math.abs(dy)
  const step = level ? 1 : upright ? width : dx * dy > 0 ? width + 1 : width - 1
  return size[at]! > size[at - step]! && size[at]! >= size[at + step]!
}
