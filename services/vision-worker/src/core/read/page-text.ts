import type { Corners } from '@equerre/contract/detourage'
import type { PageText } from '@equerre/contract/page-text'
import { pointBetween } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import { quadToRelative, type Size } from '@equerre/geometry/spaces'
import { arrange, placed } from './arrange.ts'
import type { Character } from './transcribe.ts'
import { wordsOf } from './words.ts'

/** Text and where it stands, in pixels of its page, clockwise from the top left of the text; confidence is 0 to 1. */
export type Word = { readonly text: string; readonly confidence: number; readonly corners: Quad }
type Line = Word & { readonly words: readonly Word[] }
export type Block = { readonly corners: Quad; readonly lines: readonly Line[] }

/** The words of a line that was read, each with its part of the line's rectangle. */
export function wordsOnLine(line: Quad, characters: readonly Character[]): Word[] {
  return wordsOf(characters).map(({ text, from, to, confidence }) => ({
    text,
    confidence,
    corners: slice(line, from, to),
  }))
}

/** What `RelativePoint` allows beyond the page. */
const beyond = 0.25

/**
 * The text of a page, block after block in reading order.
 * @param pieces words from left to right: of a line, or of one cell of a table's row
 */
export function pageText(pieces: readonly (readonly Word[])[]): Block[] {
  const read = pieces.filter((words) => words.length > 0)
  const rectangles = read.map((words) => placed(spanned(words)))
  return arrange(rectangles).map((rows) => {
    const lines = rows.map((row) => lineOf(row.flatMap((index) => read[index]!)))
    return { corners: framed(lines), lines }
  })
}

/** The same, relative to its page, beyond which a line that is askew may reach; `Corners` has the bounds. */
export function relativeText(blocks: readonly Block[], page: Size): PageText['blocks'] {
  const relative = (corners: Quad) =>
    quadToRelative(corners, page).map((point) => point.map(bounded)) as unknown as Corners
  const part = ({ text, confidence, corners }: Word) => ({
    text,
    confidence,
    corners: relative(corners),
  })
  return blocks.map(({ corners, lines }) => ({
    corners: relative(corners),
    lines: lines.map((line) => ({ ...part(line), words: line.words.map(part) })),
  }))
}

function bounded(share: number): number {
  return Math.min(1 + beyond, Math.max(-beyond, share))
}

/** Line by line, with an empty line between blocks. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(({ lines }) => lines.map(({ text }) => text).join('\n')).join('\n\n')
}

/** The part of a line between two places along it, 0 to 1. */
function slice([topLeft, topRight, bottomRight, bottomLeft]: Quad, from: number, to: number): Quad {
  const top = (t: number) => pointBetween(topLeft, topRight, t)
  const bottom = (t: number) => pointBetween(bottomLeft, bottomRight, t)
  return [top(from), top(to), bottom(to), bottom(from)]
}

function lineOf(words: readonly Word[]): Line {
  return {
    text: words.map(({ text }) => text).join(' '),
    confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
    corners: spanned(words),
    words,
  }
}

/** From the left side of the first to the right side of the last. */
function spanned(words: readonly Word[]): Quad {
  const [first, last] = [words[0]!.corners, words.at(-1)!.corners]
  return [first[0], last[1], last[2], first[3]]
}

function framed(lines: readonly Line[]): Quad {
  const all = lines.map(({ corners }) => placed(corners))
  const left = Math.min(...all.map((line) => line.left))
  const top = Math.min(...all.map((line) => line.top))
  const right = Math.max(...all.map((line) => line.right))
  const bottom = Math.max(...all.map((line) => line.bottom))
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}
