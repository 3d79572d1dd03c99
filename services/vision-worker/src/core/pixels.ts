/** One byte per pixel, row by row: lightness, or a mask of 0 and 255. */
export type GrayImage = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** Interleaved 8-bit sRGB, row by row. */
export type RgbImage = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/**
 * Frees the memory of an image's pixels at once; nobody may use them afterwards. Left to V8, pending images trigger garbage
 * collection twice per page, which costs a fifth of the page's CPU time.
 */
export function discard({ data: { buffer, byteLength } }: GrayImage | RgbImage): void {
  // A view smaller than its buffer shares it with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** ITU-R BT.601 luma, the usual cheap stand-in for lightness on gamma-coded values. */
export function lightnessOf(red: number, green: number, blue: number): number {
  return (77 * red + 150 * green + 29 * blue + 128) >> 8
}

export function grayFromRgb({ width, height, data }: RgbImage): GrayImage {
  const gray = new Uint8Array(width * height)
  for (let i = 0, at = 0; i < gray.length; i++, at += 3) {
    gray[i] = lightnessOf(data[at]!, data[at + 1]!, data[at + 2]!)
  }
  return { width, height, data: gray }
}

export function rgbFromGray({ width, height, data }: GrayImage): RgbImage {
  const rgb = new Uint8Array(data.length * 3)
  for (let at = 0; at < data.length; at++) rgb.fill(data[at]!, at * 3, at * 3 + 3)
  return { width, height, data: rgb }
}

export function histogram({ data }: GrayImage): Uint32Array {
  const counts = new Uint32Array(256)
  // By index: iterating a typed array costs ten times as much.
  for (let at = 0; at < data.length; at++) counts[data[at]!]!++
  return counts
}

/** The smallest value that at least `share` (0 to 1) of the counted pixels do not exceed. */
export function quantile(counts: Uint32Array, share: number): number {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value]!
    if (seen >= wanted) return value
  }
  return counts.length - 1
}

/** The middle value, the upper one for an even count; NaN for none. */
export function median(values: ArrayLike<number>): number {
  const kept = new Float64Array(values.length)
  for (let i = 0; i < kept.length; i++) kept[i] = values[i]!
  return selected(kept, kept.length >> 1)
}

/** The value at a place of the sorted array, by C. Hoare, Find (1961): a fifth of the cost of sorting. Reorders the array. */
function selected(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let [left, right] = [low, high]
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const swapped = values[left]!
      values[left++] = values[right]!
      values[right--] = swapped
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return values[place] ?? NaN
}

/**
 * The threshold that best separates the values into two classes: N. Otsu, A Threshold Selection Method from Gray-Level
 * Histograms (1979). Values above it belong to the brighter class.
 */
export function otsuThreshold(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const weighted = counts.reduce((sum, count, value) => sum + count * value, 0)
  let best = { threshold: 0, variance: -1 }
  let below = 0
  let weightedBelow = 0
  for (let value = 0; value < 255; value++) {
    below += counts[value]!
    weightedBelow += counts[value]! * value
    if (below === 0 || below === total) continue
    const gap = weightedBelow / below - (weighted - weightedBelow) / (total - below)
    const variance = below * (total - below) * gap * gap
    if (variance > best.variance) best = { threshold: value, variance }
  }
  return best.threshold
}

/** White where the value is above the threshold, black elsewhere. */
export function thresholded({ width, height, data }: GrayImage, threshold: number): GrayImage {
  const mask = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at++) mask[at] = data[at]! > threshold ? 255 : 0
  return { width, height, data: mask }
}
