import type { GrayImage } from '../../pixels.ts'

/** Maximum over each square of `2 * radius + 1` pixels; pixels outside the image are ignored. */
export function dilated(image: GrayImage, radius: number): GrayImage {
  const { width, height } = image
  const along = { width, height, length: width, lines: height, step: 1, stride: width }
  const down = { width, height, length: height, lines: width, step: width, stride: 1 }
  return slid(slid(image, radius, along), radius, down)
}

/** Minimum over each square of `2 * radius + 1` pixels; pixels outside the image are ignored. */
export function eroded(image: GrayImage, radius: number): GrayImage {
  return inverted(dilated(inverted(image), radius))
}

/** Removes dark features narrower than the square. */
export function closed(image: GrayImage, radius: number): GrayImage {
  return eroded(dilated(image, radius), radius)
}

/** Removes bright features narrower than the square. */
export function opened(image: GrayImage, radius: number): GrayImage {
  return dilated(eroded(image, radius), radius)
}

/** Raises dark places not connected to the image's border to the level of their rim. */
export function basinsFilled(image: GrayImage): GrayImage {
  const { width, height } = image
  const ceiling = inverted(image)
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    const column = at % width
    const atBorder = column === 0 || column === width - 1 || at < width || at >= data.length - width
    if (atBorder) data[at] = ceiling.data[at]!
  }
  return inverted(reconstructed({ width, height, data }, ceiling))
}

/**
 * Lets `marker` spread to its four neighbours as far as `ceiling` allows: L. Vincent, Morphological grayscale
 * reconstruction in image analysis (1993), by forward and backward sweeps until nothing changes.
 */
export function reconstructed(marker: GrayImage, ceiling: GrayImage): GrayImage {
  const { width, height } = marker
  const data = marker.data.map((value, at) => Math.min(value, ceiling.data[at]!))
  const top = ceiling.data
  let changed = true
  const raise = (at: number, level: number) => {
    const value = Math.min(level, top[at]!)
    if (value > data[at]!) {
      data[at] = value
      changed = true
    }
  }
  while (changed) {
    changed = false
    for (let at = 0; at < data.length; at++) {
      if (at % width > 0) raise(at, data[at - 1]!)
      if (at >= width) raise(at, data[at - width]!)
    }
    for (let at = data.length - 1; at >= 0; at--) {
      if (at % width < width - 1) raise(at, data[at + 1]!)
      if (at < data.length - width) raise(at, data[at + width]!)
    }
  }
  return { width, height, data }
}

function inverted({ width, height, data }: GrayImage): GrayImage {
  return { width, height, data: data.map((value) => 255 - value) }
}

type Lines = { length: number; lines: number; step: number; stride: number }

/**
 * Sliding maximum in three comparisons whatever the window's width: M. van Herk, A fast algorithm for local minimum and
 * maximum filters (1992). The line is cut into blocks as wide as the window; any window is the end of one block plus the
 * start of the next.
 */
function slid({ width, height, data }: GrayImage, radius: number, lines: Lines): GrayImage {
  const { length, step, stride } = lines
  const window = 2 * radius + 1
  const padded = new Uint8Array(Math.ceil((length + 2 * radius) / window) * window)
  const fromStart = new Uint8Array(padded.length)
  const out = new Uint8Array(data.length)
  for (let line = 0; line < lines.lines; line++) {
    const first = line * stride
    for (let i = 0; i < length; i++) padded[i + radius] = data[first + i * step]!
    for (let i = 0; i < padded.length; i++) {
      fromStart[i] = i % window === 0 ? padded[i]! : Math.max(fromStart[i - 1]!, padded[i]!)
    }
    let toEnd = 0
    for (let i = padded.length - 1; i >= 0; i--) {
      toEnd = i % window === window - 1 ? padded[i]! : Math.max(toEnd, padded[i]!)
      if (i < length) out[first + i * step] = Math.max(toEnd, fromStart[i + window - 1]!)
    }
  }
  return { width, height, data: out }
}
