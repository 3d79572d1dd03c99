import { pointBetween } from '@equerre/geometry/point'
import { quadSideLengths, quadTurned, type Quad } from '@equerre/geometry/quad'
import type { QuarterTurns } from './turns.ts'

/** Long side of the copy of the page that lines are looked for on: small print may be missed, a few lines are enough. */
export const seekingSidePx = 640
/** So many times longer than high a line tells its own direction; */
const lengthMin = 2.5
/** from here on a longer one tells no more. */
const lengthMax = 10
/** Of a line that is longer for its height, only the middle is read: some twenty letters are enough, and more take longer. */
const middleMax = 20 / 3
const linesMax = 8

/** A line that has so many characters, */
const charactersMin = 6
/** of which the reader is so sure in the mean, */
const chanceMin = 0.9
/** and so much less sure the other way round, counts; signs such as 6, 9, 0 and 8 read both ways. */
const aheadMin = 0.15
/** Log-likelihood ratio that such a line is worth: decision 100. */
const worth = 15

/** What a line says when it is read in one direction. */
export type Reading = { readonly count: number; readonly chance: number }

/** Those lines of a page that tell most of its direction, the longest for their height first. */
export function tellingLines(lines: readonly Quad[]): Quad[] {
  return lines
    .map((line) => ({ line, length: lengthOf(line) }))
    .filter(({ length }) => length >= lengthMin)
    .toSorted((a, b) => Math.min(lengthMax, b.length) - Math.min(lengthMax, a.length))
    .slice(0, linesMax)
    .map(({ line }) => line)
}

/** The two ways in which the page may be turned if a line of text lies so on it. */
export function turnsAlong(line: Quad): readonly [QuarterTurns, QuarterTurns] {
  return isStanding(line) ? [1, 3] : [0, 2]
}

/** The middle of a line on a page that is turned so, from its own top left. */
export function middleOf(line: Quad, turned: QuarterTurns): Quad {
  const [topLeft, topRight, bottomRight, bottomLeft] = quadTurned(line, turned)
  const left = Math.max(0, (1 - middleMax / lengthOf(line)) / 2)
  const right = 1 - left
  return [
    pointBetween(topLeft, topRight, left),
    pointBetween(topLeft, topRight, right),
    pointBetween(bottomLeft, bottomRight, right),
    pointBetween(bottomLeft, bottomRight, left),
  ]
}

/** What a line adds to the vote for the turn in which it reads as `reading`, and as `other` the other way round. */
export function voteOfLine(reading: Reading, other: Reading): number {
  const reads = reading.count >= charactersMin && reading.chance >= chanceMin
  return reads && reading.chance - other.chance >= aheadMin ? worth : 0
}

function isStanding(line: Quad): boolean {
  const [across, down] = quadSideLengths(line)
  return down > across
}

function lengthOf(line: Quad): number {
  const [across, down] = quadSideLengths(line)
  return Math.max(across, down) / Math.min(across, down)
}
