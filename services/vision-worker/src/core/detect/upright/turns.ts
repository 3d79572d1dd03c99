import { quadSideLengths, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** How many quarter turns clockwise a page lies away from upright. */
export type QuarterTurns = 0 | 1 | 2 | 3

const turns: readonly QuarterTurns[] = [0, 1, 2, 3]
/** Text is read on a page of this long side, never enlarged: what a line of an A4 letter needs. */
const pageLongSide = 1024
/** What each tile may be wrong by for no reason that it shows, as a share: no single one decides. */
const doubtOfTile = 0.05
/** By how much the best reading must be likelier than the next, as a logarithm: decision 28 says why so much. */
const marginMin = 32

/** Size at which a page is read whose corners are that far apart, in its own pixels. */
export function readingSize(quad: Quad): Size {
  const [top, right, bottom, left] = quadSideLengths(quad)
  const [width, height] = [Math.max(top, bottom), Math.max(right, left)]
  const scale = Math.min(1, pageLongSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * What the tiles of a page say together; null when they do not say it clearly.
 * @param logits four for each tile: upright, turned clockwise by one, two and three quarters
 */
export function turnsOfPage(logits: Float32Array): QuarterTurns | null {
  const votes = turns.map((turn) => voteFor(turn, logits))
  const [best, next] = turns.toSorted((a, b) => votes[b]! - votes[a]!)
  return votes[best!]! - votes[next!]! >= marginMin ? best! : null
}

/** Logarithm of how likely all the tiles are if the page lies so. */
function voteFor(turn: QuarterTurns, logits: Float32Array): number {
  let sum = 0
  for (let at = 0; at < logits.length; at += 4) {
    const likely = turns.map((other) => Math.exp(logits[at + other]! - logits[at + turn]!))
    const share = 1 / likely.reduce((all, one) => all + one)
    sum += Math.log((1 - doubtOfTile) * share + doubtOfTile / 4)
  }
  return sum
}
