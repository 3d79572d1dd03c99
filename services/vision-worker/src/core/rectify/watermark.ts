import type { GrayImage, RgbImage } from '../pixels.ts'

/** « TEST » in a grid of 15 × 5 cells. */
const word = ['### ### ### ###', ' #  #   #    # ', ' #  ##   #   # ', ' #  #     #  # ', ' #  ### ###  # ']
/** Cells from one word to the next, along the text and across it. */
const repeat = { along: 19, across: 11 }
/** Cells along the shorter side of the page: large enough to read, small enough to be everywhere. */
const cellsAcrossPage = 60
/** How far a marked value goes towards the other end of the scale. */
const strength = 0.45

/**
 * A copy with « TEST » written all over it, slanting upwards, in a tone that shows on light and on dark.
 * @param image a straightened page, in colour or in grey
 */
export function watermarked<Image extends RgbImage | GrayImage>(image: Image): Image {
  const { width, height } = image
  const channels = image.data.length / (width * height)
  const data = new Uint8Array(image.data)
  const cell = Math.max(1, Math.min(width, height) / cellsAcrossPage)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isMarked(x / cell, y / cell)) continue
      const at = (y * width + x) * channels
      for (let c = at; c < at + channels; c++) data[c] = marked(data[c]!)
    }
  }
  return { ...image, data }
}

/** Whether a letter covers this place, in cells, in a text that runs upwards at 45°. */
function isMarked(x: number, y: number): boolean {
  const along = modulo(Math.floor((x - y) * Math.SQRT1_2), repeat.along)
  const across = modulo(Math.floor((x + y) * Math.SQRT1_2), repeat.across)
  return word[across]?.[along] === '#'
}

function marked(value: number): number {
  const other = value < 128 ? 255 : 0
  return Math.round(value + (other - value) * strength)
}

function modulo(value: number, period: number): number {
  return ((value % period) + period) % period
}
