import type { Point } from '@equerre/geometry/point'
import type { Size, WorkPoint, WorkQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { tapsAround, tapsCovering, type Taps } from '../../taps.ts'

/** Part of an image, in whole pixels. */
export type Region = Size & { readonly left: number; readonly top: number }

/** Planar red, green and blue from 0 to 1 for the network, and the ways between its points and the image's. */
type NetworkInput = {
  readonly planes: Float32Array
  readonly toWork: (point: Point) => WorkPoint
  readonly toInput: (point: WorkPoint) => Point
}

/** The upright box around a quad, with a margin of a share of its longer extent, within the image. */
export function regionAround(quad: WorkQuad, marginShare: number, image: Size): Region {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)]
  const margin = marginShare * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  const left = Math.floor(Math.max(Math.min(...xs) - margin, 0))
  const top = Math.floor(Math.max(Math.min(...ys) - margin, 0))
  const width = Math.ceil(Math.min(Math.max(...xs) + margin, image.width)) - left
  const height = Math.ceil(Math.min(Math.max(...ys) + margin, image.height)) - top
  return { left, top, width, height }
}

/** The picture fills at most this share of the input, so that corners slightly outside it still have a place. */
const fillShare = 11 / 12
const smallestPx = 8

/**
 * Letterboxes a region of an image into the network's upright input on black, landscape ones turned 90 degrees clockwise,
 * just as `letterbox` of training/network.py does: area-averaged when it shrinks, bilinear when it grows.
 */
export function networkInput(image: RgbImage, region: Region, input: Size): NetworkInput {
  const lying = region.width > region.height
  const [long, short] = lying ? [region.width, region.height] : [region.height, region.width]
  const scale = Math.min((input.height * fillShare) / long, (input.width * fillShare) / short)
  const width = Math.max(smallestPx, Math.round(short * scale))
  const height = Math.max(smallestPx, Math.round(long * scale))
  const left = Math.floor((input.width - width) / 2)
  const top = Math.floor((input.height - height) / 2)
  const small = resampled(image, region, lying ? { width: height, height: width } : { width, height })
  const planes = new Float32Array(3 * input.width * input.height)
  for (let y = 0; y < height; y++) {
    const from = lying ? 3 * ((width - 1) * height + y) : 3 * y * width
    const to = (top + y) * input.width + left
    separateRow({ small, from, step: lying ? -3 * height : 3 }, { planes, to, width })
  }
  return {
    planes,
    toWork: ([x, y]) => {
      const across = (x - left) / width
      const down = (y - top) / height
      const [u, v] = lying ? [down, 1 - across] : [across, down]
      return [region.left + u * region.width, region.top + v * region.height]
    },
    toInput: ([x, y]) => {
      const u = (x - region.left) / region.width
      const v = (y - region.top) / region.height
      const [across, down] = lying ? [1 - v, u] : [u, v]
      return [left + across * width, top + down * height]
    },
  }
}

type Interleaved = { readonly small: Float32Array; readonly from: number; readonly step: number }
type Planar = { readonly planes: Float32Array; readonly to: number; readonly width: number }

/** Writes a row of pixels, `step` apart, into the three planes, from 0 to 1. */
function separateRow({ small, from, step }: Interleaved, { planes, to, width }: Planar): void {
  const plane = planes.length / 3
  for (let x = 0, at = from; x < width; x++, at += step) {
    planes[to + x] = small[at]! / 255
    planes[plane + to + x] = small[at + 1]! / 255
    planes[2 * plane + to + x] = small[at + 2]! / 255
  }
}

/** Interleaved RGB of the region at another size, 0 to 255. Rows first, since adding neighbours in memory is fastest. */
function resampled({ width, data }: RgbImage, region: Region, size: Size): Float32Array {
  const line = region.width * 3
  const low = new Float32Array(size.height * line)
  tapsFor(region.top, region.height, size.height).forEach(({ first, weights }, y) => {
    const target = low.subarray(y * line, (y + 1) * line)
    weights.forEach((weight, i) => {
      const start = ((first + i) * width + region.left) * 3
      addWeighted(target, data.subarray(start, start + line), weight)
    })
  })
  const columns = tapsFor(0, region.width, size.width)
  const small = new Float32Array(size.height * size.width * 3)
  for (let y = 0; y < size.height; y++) {
    const target = small.subarray(y * size.width * 3, (y + 1) * size.width * 3)
    mixColumns(target, low.subarray(y * line, (y + 1) * line), columns)
  }
  return small
}

function addWeighted(target: Float32Array, values: Uint8Array, weight: number): void {
  for (let at = 0; at < target.length; at++) target[at]! += weight * values[at]!
}

function mixColumns(target: Float32Array, line: Float32Array, columns: readonly Taps[]): void {
  let to = 0
  for (const { first, weights } of columns) {
    for (let i = 0; i < weights.length; i++) {
      const from = (first + i) * 3
      const weight = weights[i]!
      target[to]! += weight * line[from]!
      target[to + 1]! += weight * line[from + 1]!
      target[to + 2]! += weight * line[from + 2]!
    }
    to += 3
  }
}

function tapsFor(start: number, length: number, count: number): Taps[] {
  const step = length / count
  return Array.from({ length: count }, (_, i) =>
    step >= 1
      ? tapsCovering(start + i * step, Math.min(start + (i + 1) * step, start + length))
      : tapsAround(start + (i + 0.5) * step - 0.5, start, start + length - 1),
  )
}
