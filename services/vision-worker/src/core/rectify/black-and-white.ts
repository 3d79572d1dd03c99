import { histogram, quantile, type GrayImage } from '../pixels.ts'

/** Half the window in inches, and its minimum in pixels: wide enough to see paper beside every stroke, even a pen's. */
const radiusInches = 0.1
const radiusMinPx = 15
/** Sauvola's k, how much a low standard deviation lowers the threshold, and R, its range. */
const k = 0.2
const deviationRange = 128
/** Share of the paper's level below which everything is ink, even where it is too wide for the window to see paper. */
const inkShare = 1 / 3

/**
 * Black ink on white paper by a local threshold: J. Sauvola and M. Pietikäinen, Adaptive document image binarization
 * (2000). Values are 0 and 255.
 * @param dpi the image's resolution, which determines the window's size
 */
export function blackAndWhite(image: GrayImage, dpi: number): GrayImage {
  const { width, height, data } = image
  const radius = Math.max(radiusMinPx, Math.round(dpi * radiusInches))
  const out = new Uint8Array(data.length)
  const inkLevel = inkShare * quantile(histogram(image), 0.9)
  const columns = { sum: new Float64Array(width), squares: new Float64Array(width) }
  for (let row = -radius; row <= radius; row++) addRow(image, row, { columns, sign: 1 })
  for (let row = 0; row < height; row++) {
    thresholdRow(image, out, { row, radius, columns, inkLevel })
    addRow(image, row + radius + 1, { columns, sign: 1 })
    addRow(image, row - radius, { columns, sign: -1 })
  }
  return { width, height, data: out }
}

type Columns = { readonly sum: Float64Array; readonly squares: Float64Array }

/** Adds a row to the sliding window or removes it; border rows are repeated outside. */
function addRow(
  { width, height, data }: GrayImage,
  row: number,
  { columns, sign }: { columns: Columns; sign: 1 | -1 },
): void {
  const from = Math.min(height - 1, Math.max(0, row)) * width
  for (let column = 0; column < width; column++) {
    const value = data[from + column]!
    columns.sum[column]! += sign * value
    columns.squares[column]! += sign * value * value
  }
}

function thresholdRow(
  { width, data }: GrayImage,
  out: Uint8Array,
  { row, radius, columns, inkLevel }: { row: number; radius: number; columns: Columns; inkLevel: number },
): void {
  const count = (2 * radius + 1) ** 2
  const clamp = (column: number) => Math.min(width - 1, Math.max(0, column))
  let sum = 0
  let squares = 0
  for (let column = -radius; column <= radius; column++) {
    sum += columns.sum[clamp(column)]!
    squares += columns.squares[clamp(column)]!
  }
  for (let column = 0; column < width; column++) {
    const mean = sum / count
    const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean))
    const at = row * width + column
    const threshold = mean * (1 + k * (deviation / deviationRange - 1))
    out[at] = data[at]! > Math.max(threshold, inkLevel) ? 255 : 0
    const gone = clamp(column - radius)
    const come = clamp(column + radius + 1)
    sum += columns.sum[come]! - columns.sum[gone]!
    squares += columns.squares[come]! - columns.squares[gone]!
  }
}
