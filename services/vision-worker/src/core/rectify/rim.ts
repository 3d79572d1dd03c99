import type { RgbImage } from '../pixels.ts'

/** How far off a found side may be, as a share of the page: within a millimetre on A4, where nothing is printed. */
const rimShare = 0.003

/**
 * Covers any strip of table along the border of a page, in place, when its corners were found rather than drawn: the
 * outermost pixels are replaced by those just inside. Scale and size stay the same, which cropping would change.
 */
export function coverRim({ width, height, data }: RgbImage): void {
  const [across, down] = [Math.round(width * rimShare), Math.round(height * rimShare)]
  const stride = width * 3
  for (let row = 0; row < height; row++) {
    const [left, right] = [row * stride + across * 3, (row + 1) * stride - across * 3]
    for (let i = 1; i <= across * 3; i++) {
      data[left - i] = data[left - i + 3]!
      data[right + i - 1] = data[right + i - 4]!
    }
  }
  for (let row = 0; row < down; row++) {
    data.copyWithin(row * stride, down * stride, (down + 1) * stride)
    data.copyWithin((height - 1 - row) * stride, (height - 1 - down) * stride, (height - down) * stride)
  }
}
