import type { GrayImage } from '../../pixels.ts'

/**
 * Median of each square of `2 * radius + 1` pixels, clipped at the image's border; keeps edges that a mean would smear.
 * T. S. Huang et al., A fast two-dimensional median filtering algorithm (1979): uses a sliding histogram.
 */
export function medianFiltered(image: GrayImage, radius: number): GrayImage {
  const { width, height } = image
  const out = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const rows = [Math.max(0, row - radius), Math.min(height - 1, row + radius)] as const
    medianRow(image, rows, { radius, out: out.subarray(row * width, (row + 1) * width) })
  }
  return { width, height, data: out }
}

function medianRow(
  { width, data }: GrayImage,
  [top, bottom]: readonly [number, number],
  { radius, out }: { radius: number; out: Uint8Array },
): void {
  const counts = new Uint16Array(256)
  const tall = bottom - top + 1
  let below = 0
  let median = 0
  const add = (column: number, sign: 1 | -1) => {
    for (let row = top, at = top * width + column; row <= bottom; row++, at += width) {
      counts[data[at]!]! += sign
      if (data[at]! < median) below += sign
    }
  }
  for (let column = 0; column < Math.min(radius, width); column++) add(column, 1)
  for (let column = 0; column < width; column++) {
    if (column + radius < width) add(column + radius, 1)
    if (column > radius) add(column - radius - 1, -1)
    const wide = Math.min(width - 1, column + radius) - Math.max(0, column - radius) + 1
    const half = (wide * tall) >> 1
    while (below > half) below -= counts[--median]!
    while (below + counts[median]! <= half) below += counts[median++]!
    out[column] = median
  }
}
