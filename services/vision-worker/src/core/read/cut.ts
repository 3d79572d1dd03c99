import { quadArea, quadSideLengths, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** Height of a line for the reader. */
const lineHeight = 48
/** A line taller than this on its page, 9 points at 150 dpi, is sharp enough to be read narrower, which takes less; smaller print would lose letters. */
const narrowedFromPx = 28
const narrowest = 0.85
const lineWidthMin = 16
/** Bounds the memory that one line takes, 0.4 MB per 32 px. */
const lineWidthMax = 3_200
/** A page of small print has some hundred lines, a table of figures some hundred cells; */
const linesMax = 1_000
/** and this many pixels of width take 9 s of CPU, or 15 in Chinese, so that no page reaches what a step may take. */
const widthMax = 160_000

/** How large a line of the page, in its pixels, is cut out for the reader. */
export function lineSize(line: Quad): Size {
  const [across, down] = quadSideLengths(line)
  const narrowing = Math.max(narrowest, Math.min(1, narrowedFromPx / down))
  const width = Math.round((across / down) * lineHeight * narrowing)
  return { width: Math.min(lineWidthMax, Math.max(lineWidthMin, width)), height: lineHeight }
}

/** The lines that are read, the largest of them where there are more than any honest page has. */
export function withinBounds(lines: readonly Quad[]): Quad[] {
  const largest = lines.toSorted((a, b) => quadArea(b) - quadArea(a)).slice(0, linesMax)
  let width = 0
  return largest.filter((line) => (width += lineSize(line).width) <= widthMax)
}
