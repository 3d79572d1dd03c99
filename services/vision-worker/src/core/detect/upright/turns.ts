import { quadSizeWithin, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** By how many quarter turns clockwise a page is rotated from upright. */
export type QuarterTurns = 0 | 1 | 2 | 3

const turns: readonly QuarterTurns[] = [0, 1, 2, 3]
/** Text is read at this long side, never enlarged: enough for a line of an A4 letter. */
const pageLongSide = 1024
/** Probability that a tile is wrong regardless of what it shows, so that no single tile decides. */
const doubtOfTile = 0.05
/** Minimum log-likelihood ratio between the best and the next reading; decisions 65 and 94 explain why it is so large. */
const marginMin = 20
/** Where upright is ahead by less, one in three generated pages in doubt lies otherwise; else one in twelve: decision 100. */
const leadMax = 8

/** Size at which to read a page with these corners, in its own pixels. */
export function readingSize(quad: Quad): Size {
  const { width, height } = quadSizeWithin(quad, pageLongSide)
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
}

/** For each of the four turns, the log-likelihood of what was seen on a page that is turned so. */
export type Votes = readonly number[]

/**
 * Combines what the tiles of a page say.
 * @param logits four per tile: upright, turned clockwise by one, two and three quarters
 */
export function votesOfTiles(logits: Float32Array): Votes {
  return turns.map((turn) => voteFor(turn, logits))
}

/** The turn that is clearly likelier than all others; null when there is none. */
export function clearTurn(votes: Votes): QuarterTurns | null {
  const [best, next] = turns.toSorted((a, b) => votes[b]! - votes[a]!)
  return votes[best!]! - votes[next!]! >= marginMin ? best! : null
}

/** Whether the page may well lie turned, so that it is worth reading. */
export function mayLieTurned([upright, ...others]: Votes): boolean {
  return upright! - Math.max(...others) < leadMax
}

/** Log-likelihood of all tiles given that the page is turned this way. */
function voteFor(turn: QuarterTurns, logits: Float32Array): number {
  let sum = 0
  for (let at = 0; at < logits.length; at += 4) {
    const likely = turns.map((other) => Math.exp(logits[at + other]! - logits[at + turn]!))
    const share = 1 / likely.reduce((all, one) => all + one)
    sum += Math.log((1 - doubtOfTile) * share + doubtOfTile / 4)
  }
  return sum
}
