import type { TracedSide } from '../../flatten/edges.ts'

/** Shares of a side: next to the cusp nothing is sharp, and further off pages bend. */
const next = 0.012
const reach = 0.09
/** Where the same is measured again: what a whole sheet's bend adds. */
const beside = 0.12
const fewest = 4

/**
 * How much the paper's edge turns at a place, more than it does on both sides of it: the change of its slope, positive where
 * the edge comes inward to it from both sides, as at a gutter.
 * @param along share of the side
 * @param length of the side, in pixels
 * @returns null where too little of the edge is seen
 */
export function cuspAt(side: TracedSide, along: number, length: number): number | null {
  const here = turnAt(side, along)
  if (here === null) return null
  const aside = [turnAt(side, along - beside), turnAt(side, along + beside)]
  return ((aside[0] ?? 0) + (aside[1] ?? 0)) / 2 / length - here / length
}

/** How far inward the edge is at a place where it comes nearest to the page's middle, by the lines that lead to it. */
export function inwardAt(side: TracedSide, along: number): number {
  const lines = [
    lineThrough(side, along - reach, along - next),
    lineThrough(side, along + next, along + reach),
  ]
  const seen = lines.flatMap((line) => (line ? [line.level + line.slope * along] : []))
  return seen.reduce((sum, inward) => sum + inward, 0) / Math.max(1, seen.length)
}

function turnAt(side: TracedSide, along: number): number | null {
  const before = lineThrough(side, along - reach, along - next)
  const after = lineThrough(side, along + next, along + reach)
  return before && after && after.slope - before.slope
}

type Fitted = { readonly slope: number; readonly level: number }

function lineThrough({ along, inwardPx }: TracedSide, from: number, to: number): Fitted | null {
  const within = along.flatMap((place, i) =>
    place >= from && place <= to ? [[place, inwardPx[i]!] as const] : [],
  )
  if (within.length < fewest) return null
  const mean = (of: 0 | 1) => within.reduce((sum, point) => sum + point[of], 0) / within.length
  const [middle, level] = [mean(0), mean(1)]
  let [both, squares] = [0, 0]
  for (const [place, inward] of within) {
    both += (place - middle) * (inward - level)
    squares += (place - middle) ** 2
  }
  const slope = both / squares
  return { slope, level: level - slope * middle }
}
