import { quadArea, quadSideLengths, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** Height of a line for the reader. */
const lineHeight = 48
const lineWidthMin = 16
/** Bounds the memory that one line takes, 0.4 MB per 32 px. */
const lineWidthMax = 3_200
/** A page of small print has some hundred lines, a table of figures some hundred cells; */
const linesMax = 1_000
/** and this many pixels of width take 13 s of CPU, so that no page reaches what a step may take. */
const widthMax = 160_000

/** How large a line is cut out for the reader, in pixels. */
export function lineSize(line: Quad): Size {
  const [across, down] = quadSideLengths(line)
  const width = Math.round((across / down) * lineHeight)
  return { width: Math.min(lineWidthMax, Math.max(lineWidthMin, width)), height: lineHeight }
}

/** The lines that are read, the largest of them where there are more than any honest page has. */
export function withinBounds(lines: readonly Quad[]): Quad[] {
  const largest = lines.toSorted((a, b) => quadArea(b) - quadArea(a)).slice(0, linesMax)
  let width = 0
  return largest.filter((line) => (width += lineSize(line).width) <= widthMax)
}
