import type { GrayImage, RgbImage } from '../pixels.ts'

/** "TEST" in a grid of 15 × 5 cells. */
const word = ['### ### ### ###', ' #  #   #    # ', ' #  ##   #   # ', ' #  #     #  # ', ' #  ### ###  # ']
/** Cells between words, along the text and across it. */
const repeat = { along: 19, across: 11 }
/** Cells along the shorter side of the page: large enough to read, small enough to appear everywhere. */
const cellsAcrossPage = 60
/** How far a marked value moves towards the other end of the scale. */
const strength = 0.45

/**
 * A copy with "TEST" written all over it, slanting upwards, in a tone visible on both light and dark.
 * @param image a straightened page, in colour or grey
 */
export function watermarked<Image extends RgbImage | GrayImage>(image: Image): Image {
  const { width, height } = image
  const channels = image.data.length / (width * height)
  const data = new Uint8Array(image.data)
  // The text runs upwards at 45°, so a pixel's place in it depends only on x − y and x + y.
  const cellPx = Math.max(1, Math.min(width, height) / cellsAcrossPage) * Math.SQRT2
  const along = places(width + height, { from: -height, cellPx, period: repeat.along })
  const across = places(width + height, { from: 0, cellPx, period: repeat.across })
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (word[across[x + y]!]?.[along[x - y + height]!] !== '#') continue
      const at = (y * width + x) * channels
      for (let c = at; c < at + channels; c++) data[c] = marked(data[c]!)
    }
  }
  return { ...image, data }
}

/** The cell of each of `count` diagonals of pixels, starting at `from`. */
function places(
  count: number,
  { from, cellPx, period }: { from: number; cellPx: number; period: number },
): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => modulo(Math.floor((from + i) / cellPx), period))
}

function marked(value: number): number {
  const other = value < 128 ? 255 : 0
  return Math.round(value + (other - value) * strength)
}

function modulo(value: number, period: number): number {
  return ((value % period) + period) % period
}
