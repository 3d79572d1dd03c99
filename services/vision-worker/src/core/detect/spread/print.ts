import type { GrayImage } from '../../pixels.ts'
import type { Box } from '../../flatten/lines.ts'
import { xAt, type Upright } from './crease.ts'

/** Columns beside a crease in which something that crosses it shows, and rows by which it may rise there. */
const strip = [3, 9] as const
const riseRows = 2
/** Rows about one in which its paper shows, and how much darker what is printed is, as a logarithm. */
const paperRows = 10
const inkMin = 0.09
/** Of a page at each of its sides, whose edges are not its print. */
const insetShare = 0.05

/**
 * Of a line's length, how much shows print, a rule or a picture on both sides of it at once.
 * @param rows of the picture, between which the line is on paper
 */
export function crossedShare(
  gray: GrayImage,
  { line, rows }: { readonly line: Upright; readonly rows: readonly [number, number] },
  page: Box,
): number {
  const [left, right] = [-1, 1].map((side) => spread(inked(stripBeside(gray, { line, side, rows }, page))))
  let both = 0
  for (let i = 0; i < left!.length; i++) both += left![i]! & right![i]!
  return both / left!.length
}

type Beside = { readonly line: Upright; readonly side: number; readonly rows: readonly [number, number] }

/** The mean logarithmic light of each row of a strip on one side of a line. */
function stripBeside(gray: GrayImage, { line, side, rows: [first, end] }: Beside, page: Box): Float64Array {
  const light = new Float64Array(end - first)
  for (let row = first; row < end; row++) {
    const x = xAt(line, row, page)
    const [near, far] = [Math.round(x + side * strip[0]), Math.round(x + side * strip[1])]
    const [from, to] = near < far ? [near, far] : [far, near]
    let sum = 0
    for (let at = row * gray.width + from; at <= row * gray.width + to; at++) sum += gray.data[at]!
    light[row - first] = Math.log(sum / (to - from + 1) + 4)
  }
  return light
}

function inked(light: Float64Array): Uint8Array {
  return Uint8Array.from(light, (here, row) => {
    let paper = here
    const end = Math.min(light.length, row + paperRows + 1)
    for (let other = Math.max(0, row - paperRows); other < end; other++)
      paper = Math.max(paper, light[other]!)
    return paper - here > inkMin ? 1 : 0
  })
}

function spread(rows: Uint8Array): Uint8Array {
  return rows.map((_, row) => Math.max(...rows.subarray(Math.max(0, row - riseRows), row + riseRows + 1)))
}

const windowPx = 32
const fine = 3

/** How much more the page changes from row to row than from column to column: more than once where its lines are level. */
export function levelness(gray: GrayImage, page: Box): number {
  const [right, bottom] = [page.left + page.width, page.top + page.height]
  const [insetX, insetY] = [insetShare * page.width, insetShare * page.height]
  let [level, plumb] = [0, 0]
  for (let x = Math.round(page.left + insetX); x + windowPx < right - insetX; x += windowPx)
    for (let y = Math.round(page.top + insetY); y + windowPx < bottom - insetY; y += windowPx) {
      const { rows, columns } = sumsOf(gray, x, y)
      level += unrest(rows)
      plumb += unrest(columns)
    }
  return level / (plumb + 1e-9)
}

/** Of the rows and of the columns of a window. */
function sumsOf({ width, data }: GrayImage, left: number, top: number) {
  const [rows, columns] = [new Float64Array(windowPx), new Float64Array(windowPx)]
  for (let j = 0; j < windowPx; j++)
    for (let i = 0; i < windowPx; i++) {
      const value = data[(top + j) * width + left + i]!
      rows[j]! += value
      columns[i]! += value
    }
  return { rows, columns }
}

function unrest(profile: Float64Array): number {
  let sum = 0
  for (let i = fine; i < profile.length - fine; i++)
    sum += (profile[i]! - (profile[i - fine]! + profile[i + fine]!) / 2) ** 2
  return sum
}
