import type { GrayImage, RgbImage } from '../pixels.ts'

/** The paper's light is measured on an image this many times smaller. */
const shrink = 8
/** Half the width of the ink that is looked past, in pixels of the small image, as a share of the page's long side. */
const inkShare = 1 / 90
/** What paper becomes. */
const paperLevel = 245
/** Deep shadow holds little but noise: it is not lifted more than this. */
const gainMax = 4

/**
 * Takes uneven light and the paper's tint away: each channel is divided by the paper's own surface, found by a grey
 * closing (ink disappears) and a blur, and brought to a near white.
 */
export function relight(image: RgbImage): RgbImage {
  const size = { width: Math.ceil(image.width / shrink), height: Math.ceil(image.height / shrink) }
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) * inkShare))
  const gains = [0, 1, 2].map((channel) => {
    const surface = blurred(closed(shrunk(image, channel, size), radius), radius)
    return Float32Array.from(surface.data, (paper) =>
      Math.min(gainMax, Math.max(1, paperLevel / Math.max(1, paper))),
    )
  })
  return multiplied(image, gains, size.width)
}

/** The lightest pixel of each cell: paper shows between the letters. */
function shrunk(
  image: RgbImage,
  channel: number,
  { width, height }: { width: number; height: number },
): GrayImage {
  const data = new Uint8Array(width * height)
  for (let row = 0; row < image.height; row++) {
    const to = Math.floor(row / shrink) * width
    for (let column = 0; column < image.width; column++) {
      const value = image.data[(row * image.width + column) * 3 + channel]!
      const cell = to + Math.floor(column / shrink)
      if (value > data[cell]!) data[cell] = value
    }
  }
  return { width, height, data }
}

function closed(image: GrayImage, radius: number): GrayImage {
  return slide(slide(image, radius, Math.max), radius, Math.min)
}

function blurred(image: GrayImage, radius: number): GrayImage {
  return transposed(meanRows(transposed(meanRows(image, radius)), radius))
}

/** Largest or smallest value of each square, rows first, then columns. */
function slide(image: GrayImage, radius: number, better: (a: number, b: number) => number): GrayImage {
  return transposed(slideRows(transposed(slideRows(image, radius, better)), radius, better))
}

function slideRows(
  { width, height, data }: GrayImage,
  radius: number,
  better: (a: number, b: number) => number,
): GrayImage {
  const out = new Uint8Array(data.length)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const end = Math.min(width - 1, column + radius)
      let best = data[row * width + column]!
      for (let x = Math.max(0, column - radius); x <= end; x++) best = better(best, data[row * width + x]!)
      out[row * width + column] = best
    }
  }
  return { width, height, data: out }
}

/** Running means; the border's value goes on outside. */
function meanRows({ width, height, data }: GrayImage, radius: number): GrayImage {
  const out = new Uint8Array(data.length)
  for (let row = 0; row < height; row++) {
    const at = (column: number) => data[row * width + Math.min(width - 1, Math.max(0, column))]!
    let sum = 0
    for (let x = -radius; x <= radius; x++) sum += at(x)
    for (let column = 0; column < width; column++) {
      out[row * width + column] = Math.round(sum / (2 * radius + 1))
      sum += at(column + radius + 1) - at(column - radius)
    }
  }
  return { width, height, data: out }
}

function transposed({ width, height, data }: GrayImage): GrayImage {
  const out = new Uint8Array(data.length)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) out[column * height + row] = data[row * width + column]!
  }
  return { width: height, height: width, data: out }
}

/** Multiplies by gains given per cell, blended between cell centres. */
function multiplied(image: RgbImage, gains: readonly Float32Array[], cells: number): RgbImage {
  const data = new Uint8Array(image.data.length)
  const rows = gains[0]!.length / cells
  const line = new Float32Array(cells)
  for (let channel = 0; channel < 3; channel++) {
    const gain = gains[channel]!
    for (let row = 0; row < image.height; row++) {
      blendRows(gain, line, { position: (row + 0.5) / shrink - 0.5, rows })
      multiplyRow(image, data, { row, channel, line })
    }
  }
  return { width: image.width, height: image.height, data }
}

function blendRows(
  gain: Float32Array,
  line: Float32Array,
  { position, rows }: { position: number; rows: number },
): void {
  const upper = Math.min(rows - 1, Math.max(0, Math.floor(position)))
  const lower = Math.min(rows - 1, upper + 1)
  const share = Math.min(1, Math.max(0, position - upper))
  for (let cell = 0; cell < line.length; cell++) {
    line[cell] = gain[upper * line.length + cell]! * (1 - share) + gain[lower * line.length + cell]! * share
  }
}

function multiplyRow(
  image: RgbImage,
  data: Uint8Array,
  { row, channel, line }: { row: number; channel: number; line: Float32Array },
): void {
  for (let column = 0; column < image.width; column++) {
    const position = (column + 0.5) / shrink - 0.5
    const left = Math.min(line.length - 1, Math.max(0, Math.floor(position)))
    const right = Math.min(line.length - 1, left + 1)
    const share = Math.min(1, Math.max(0, position - left))
    const at = (row * image.width + column) * 3 + channel
    data[at] = Math.min(255, image.data[at]! * (line[left]! * (1 - share) + line[right]! * share))
  }
}
