import type { RgbImage } from '../pixels.ts'

/** How far off a found side may be, as a share of the page: within a millimetre of A4, where nothing is printed. */
const rimShare = 0.003

/**
 * Covers what shows of the table along the border of a page whose corners were found rather than drawn, in place: its
 * outermost pixels become what lies just inside of them. Scale and size stay as they are, which cutting would change.
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
