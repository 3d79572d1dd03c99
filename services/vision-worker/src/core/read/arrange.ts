import type { Quad } from '@equerre/geometry/quad'

/** What stands on one line of the page: left, top, right and bottom of its rectangle, in pixels of the page. */
export type Placed = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** From this gap on, of the height of a line, what is below is another block. */
const blockGapMin = 0.9
/** A gutter between two columns is at least so wide, in heights of a line, */
const gutterMin = 1
/** and text on both sides at least so wide: a column of prices belongs to the rows of what they are for, */
const columnMin = 7
/** and both have at least so many lines. */
const columnLinesMin = 2
/** Of the lower one's height, how much two pieces of one row share. */
const rowOverlapMin = 0.5

/**
 * Blocks of lines in reading order. The page is cut where white runs all across it or, between columns of text, all down
 * (G. Nagy and S. Seth, Hierarchical Representation of Optically Scanned Documents, 1984), until nothing can be cut.
 * @returns for each block its lines, from the top, each with its pieces from left to right: indexes into `pieces`
 */
export function arrange(pieces: readonly Placed[]): number[][][] {
  const height = medianHeight(pieces)
  const blocks = (indexes: readonly number[]): number[][] => {
    const columns = parted(indexes, columnsOf(indexes, { pieces, height }))
    if (columns) return columns.flatMap(blocks)
    const stacked = parted(indexes, cutAcross(indexes, { pieces, height }))
    return stacked ? stacked.flatMap(blocks) : [[...indexes]]
  }
  return pieces.length === 0 ? [] : blocks([...pieces.keys()]).map((block) => rowsOf(block, pieces))
}

type Page = { readonly pieces: readonly Placed[]; readonly height: number }

/** The two sides of a cut, or null without one. */
function parted(indexes: readonly number[], isFirst: ((index: number) => boolean) | null): number[][] | null {
  return isFirst && [indexes.filter(isFirst), indexes.filter((index) => !isFirst(index))]
}

/** The widest gutter with text of several lines on both sides. */
function columnsOf(
  indexes: readonly number[],
  { pieces, height }: Page,
): ((index: number) => boolean) | null {
  const gaps = gapsOf(indexes.map((index) => [pieces[index]!.left, pieces[index]!.right]))
  for (const { at } of gaps.filter(({ size }) => size >= gutterMin * height)) {
    const isLeft = (index: number) => pieces[index]!.right <= at
    const [left, right] = [indexes.filter(isLeft), indexes.filter((index) => !isLeft(index))]
    if (
      [left, right].every((side) =>
        isColumn(
          side.map((index) => pieces[index]!),
          height,
        ),
      )
    )
      return isLeft
  }
  return null
}

function isColumn(side: readonly Placed[], height: number): boolean {
  const widths = side.map(({ left, right }) => right - left).toSorted((a, b) => a - b)
  return side.length >= columnLinesMin && widths[widths.length >> 1]! >= columnMin * height
}

/** The highest band of white that runs all across. */
function cutAcross(
  indexes: readonly number[],
  { pieces, height }: Page,
): ((index: number) => boolean) | null {
  const [widest] = gapsOf(indexes.map((index) => [pieces[index]!.top, pieces[index]!.bottom]))
  return widest && widest.size >= blockGapMin * height ? (index) => pieces[index]!.bottom <= widest.at : null
}

/** Where no interval is, the largest gap first; `at` is its beginning. */
function gapsOf(intervals: readonly (readonly [number, number])[]): { at: number; size: number }[] {
  const gaps = []
  let end = Infinity
  for (const [from, to] of intervals.toSorted(([a], [b]) => a - b)) {
    if (from > end) gaps.push({ at: end, size: from - end })
    end = end === Infinity ? to : Math.max(end, to)
  }
  return gaps.toSorted((a, b) => b.size - a.size)
}

function rowsOf(block: readonly number[], pieces: readonly Placed[]): number[][] {
  const rows: number[][] = []
  for (const index of block.toSorted((a, b) => middle(pieces[a]!) - middle(pieces[b]!))) {
    const row = rows.findLast((others) => others.every((other) => inOneRow(pieces[index]!, pieces[other]!)))
    if (row) row.push(index)
    else rows.push([index])
  }
  return rows.map((row) => row.toSorted((a, b) => pieces[a]!.left - pieces[b]!.left))
}

function inOneRow(a: Placed, b: Placed): boolean {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return shared >= rowOverlapMin * Math.min(a.bottom - a.top, b.bottom - b.top)
}

function middle({ top, bottom }: Placed): number {
  return (top + bottom) / 2
}

function medianHeight(pieces: readonly Placed[]): number {
  return pieces.map(({ top, bottom }) => bottom - top).toSorted((a, b) => a - b)[pieces.length >> 1] ?? 1
}

export function placed(quad: Quad): Placed {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
