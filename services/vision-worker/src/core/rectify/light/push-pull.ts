import type { GrayImage } from '../../pixels.ts'
import type { Field } from './light-cells.ts'

/** A quantity known better in some places than in others; weights are from 0 to 1. */
export type Weighted = Field & { readonly weight: Float32Array }

/**
 * The image with its masked part (not 0) filled smoothly from its surroundings. Averages of known values are pushed up a
 * pyramid, and gaps pulled from above on the way back: S. J. Gortler et al., The Lumigraph (1996), section 3.4.
 */
export function continued({ width, height, data }: GrayImage, mask: GrayImage): Field {
  const weight = new Float32Array(data.length)
  for (let at = 0; at < weight.length; at++) weight[at] = mask.data[at] === 0 ? 1 : 0
  const known = { width, height, data: new Float32Array(data), weight }
  fillGaps(known)
  return smoothed(known)
}

/** Fills in place what is not wholly known; nothing where nothing is known at all. */
export function fillGaps(known: Weighted): void {
  const { width, height, data, weight } = known
  if (width === 1 && height === 1) return
  const half = halved(known)
  fillGaps(half)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const share = weight[at]!
      if (share === 1) continue
      data[at] = share * data[at]! + (1 - share) * sample(half, column / 2 - 0.25, row / 2 - 0.25)
    }
  }
}

/** Weighted means of 2 × 2 values; a single known value makes the mean known. */
function halved({ width, height, data, weight }: Weighted): Weighted {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const sums = new Float32Array(half.width * half.height)
  const weights = new Float32Array(sums.length)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const to = (row >> 1) * half.width + (column >> 1)
      sums[to]! += weight[at]! * data[at]!
      weights[to]! += weight[at]!
    }
  }
  for (let at = 0; at < sums.length; at++) {
    if (weights[at]! > 0) sums[at]! /= weights[at]!
    weights[at] = Math.min(1, weights[at]!)
  }
  return { ...half, data: sums, weight: weights }
}

/** A field's value between the centres of its cells, which are at whole numbers; its border is repeated outside. */
export function sample({ width, height, data }: Field, x: number, y: number): number {
  const left = Math.max(0, Math.floor(x))
  const top = Math.max(0, Math.floor(y)) * width
  const right = Math.min(width - 1, left + 1)
  const under = Math.min(top + width, (height - 1) * width)
  const u = Math.max(0, x - left)
  const v = Math.max(0, y - top / width)
  const upper = data[top + left]! * (1 - u) + data[top + right]! * u
  const lower = data[under + left]! * (1 - u) + data[under + right]! * u
  return upper * (1 - v) + lower * v
}

/** Hides the steps left by the median and the pyramid: five taps in each direction, border values repeated outside. */
function smoothed({ width, height, data }: Field): Field {
  const rows = new Float32Array(data.length)
  const out = new Float32Array(data.length)
  for (let at = 0; at < data.length; at++) {
    const column = at % width
    rows[at] = fiveTaps(data, at, { before: column, after: width - 1 - column, step: 1 })
  }
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / width)
    out[at] = fiveTaps(rows, at, { before: row, after: height - 1 - row, step: width })
  }
  return { width, height, data: out }
}

function fiveTaps(
  data: Float32Array,
  at: number,
  { before, after, step }: { before: number; after: number; step: number },
): number {
  const near = data[at - Math.min(1, before) * step]! + data[at + Math.min(1, after) * step]!
  const far = data[at - Math.min(2, before) * step]! + data[at + Math.min(2, after) * step]!
  return (3 * data[at]! + 2 * near + far) / 9
}
