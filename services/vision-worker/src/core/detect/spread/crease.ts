import { median, type GrayImage } from '../../pixels.ts'
import type { Box } from '../../flatten/lines.ts'

/** A line down the page, in the picture's pixels: where it crosses the page's upper and lower end. */
export type Upright = { readonly top: number; readonly bottom: number }

export type Crease = Upright & {
  /** How much darker it is than the paper close by, and further off on both sides: as a logarithm. */
  readonly depth: number
  readonly wideDepth: number
  /** Share of the page's height along which it is seen. */
  readonly share: number
}

/** Where a gutter may be, as a share of the page's width. */
const from = 0.3
const to = 0.7
/** How far a gutter may lean over the page's height, as a share of its width. */
const leanMax = 0.05
const bands = 20
/** Above and below, a page that bends leaves its rectangle. */
const skipped = 0.08
/** Pixels from the crease to the paper close by, and to where light that falls into a gutter is brighter still. */
const near = 4
const wide = 13
const reach = wide + 3
/** What one band may speak for or against a line. */
const strongest = 0.08
const weakest = -0.05
const leanStep = 2
/** Of a band in which the crease is seen. */
const seenMin = 0.012

/** The line along which a page is darker than on both sides of it, most evenly over its height. */
export function creaseOn(gray: GrayImage, page: Box): Crease {
  const light = lightOn(gray, page)
  const line = darkestLine(light, page)
  const along = (by: Float64Array) =>
    Array.from({ length: bands }, (_, band) =>
      Math.max(...[-1, 0, 1].map((aside) => by[place(light, line, band) + aside]!)),
    )
  const depths = along(light.valleys)
  return {
    top: light.left + at(line, -skipped / (1 - 2 * skipped)),
    bottom: light.left + at(line, 1 + skipped / (1 - 2 * skipped)),
    depth: median(depths),
    wideDepth: median(along(wideValleys(light))),
    share: depths.filter((depth) => depth >= seenMin).length / bands,
  }
}

/** Whether the crease goes on between two rows, as what is printed seldom does up to the paper's edge. */
export function isSeenBetween(
  gray: GrayImage,
  { line, rows }: { line: Upright; rows: readonly [number, number] },
  page: Box,
): boolean {
  const x = xAt(line, (rows[0] + rows[1]) / 2, page)
  const paper = paperOf(gray, { left: Math.round(x) - near - 2, columns: 2 * near + 5, rows })
  const middle = near + 2
  const depths = [-1, 0, 1].map((aside) => valley(paper, middle + aside, near))
  return Math.max(...depths) >= seenMin
}

/** The line's column in a row of the picture. */
export function xAt({ top, bottom }: Upright, row: number, page: Box): number {
  return top + ((bottom - top) * (row - page.top)) / page.height
}

/** The paper's logarithmic light about the page's middle, by bands from above; and how much darker each place is than both sides close by. */
type Light = {
  readonly left: number
  readonly columns: number
  readonly paper: Float64Array
  readonly valleys: Float64Array
}

function lightOn(gray: GrayImage, page: Box): Light {
  const left = Math.round(page.left + from * page.width) - reach
  const columns = Math.round(page.left + to * page.width) + reach - left
  const height = ((1 - 2 * skipped) * page.height) / bands
  const paper = new Float64Array(bands * columns)
  for (let band = 0; band < bands; band++) {
    const top = page.top + skipped * page.height + band * height
    paper.set(paperOf(gray, { left, columns, rows: [top, top + height] }), band * columns)
  }
  return { left, columns, paper, valleys: valleysOf({ columns, paper }, near) }
}

/** The brightest that each column shows between two rows, which is its paper, smoothed across. */
function paperOf(
  { width, data }: GrayImage,
  { left, columns, rows }: { left: number; columns: number; rows: readonly [number, number] },
): Float64Array {
  const [top, bottom] = [Math.round(rows[0]) + 1, Math.round(rows[1]) - 1]
  const brightest = new Float64Array(columns)
  for (let row = top; row < bottom; row++)
    for (let column = 0, here = row * width + left; column < columns; column++, here++) {
      const sum = data[here - width]! + data[here]! + data[here + width]!
      if (sum > brightest[column]!) brightest[column] = sum
    }
  const logs = brightest.map((sum) => Math.log(sum / 3 + 4))
  return logs.map((value, i) => (logs[Math.max(0, i - 1)]! + value + logs[Math.min(columns - 1, i + 1)]!) / 3)
}

function valleysOf({ columns, paper }: Pick<Light, 'columns' | 'paper'>, by: number): Float64Array {
  const valleys = new Float64Array(paper.length)
  for (let band = 0; band < paper.length; band += columns)
    for (let column = reach; column < columns - reach; column++)
      valleys[band + column] = valley(paper, band + column, by)
  return valleys
}

function wideValleys(light: Light): Float64Array {
  return valleysOf(light, wide)
}

function valley(paper: Float64Array, at: number, by: number): number {
  return Math.min(paper[at - by]!, paper[at + by]!) - paper[at]!
}

/** A line over the bands, in columns at the upper end of the first and the lower end of the last. */
function darkestLine(light: Light, page: Box): Upright {
  const lean = Math.round(leanMax * page.width)
  const [first, last] = [reach, light.columns - reach]
  let best = { sum: -Infinity, top: first, bottom: first }
  for (let top = first; top < last; top++) {
    for (let bottom = Math.max(first, top - lean); bottom < Math.min(last, top + lean); bottom += leanStep) {
      let sum = 0
      for (let band = 0; band < bands; band++) {
        const depth = light.valleys[place(light, { top, bottom }, band)]!
        sum += Math.min(strongest, Math.max(weakest, depth))
      }
      if (sum > best.sum) best = { sum, top, bottom }
    }
  }
  return best
}

function place({ columns }: Pick<Light, 'columns'>, line: Upright, band: number): number {
  return band * columns + Math.round(at(line, (band + 0.5) / bands))
}

function at({ top, bottom }: Upright, share: number): number {
  return top + (bottom - top) * share
}
