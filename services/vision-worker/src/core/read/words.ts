import { mended } from './french.ts'
import type { Character } from './transcribe.ts'

/** A word of a line and where it stands along it, 0 to 1. */
export type WordSpan = {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly confidence: number
}

/** Of the way from a character to the space beside it: a space is about half as wide as a character. */
const wordsShare = 2 / 3
/** At most, in half characters: the one space that is read in a wide gap stands anywhere in it. */
const reachMax = 1.5

/**
 * The words of a line. The recogniser tells where about each character stands, not how wide it is: a word reaches some way
 * towards the spaces beside it, and half a character beyond the ends of the line's text.
 */
export function wordsOf(characters: readonly Character[]): WordSpan[] {
  const half = halfCharacter(characters)
  const reach = (from: Character, space: Character | undefined) =>
    space ? Math.min(Math.abs(space.at - from.at) * wordsShare, half * reachMax) : half
  return runs(characters).map(({ first, last }) => {
    const word = characters.slice(first, last + 1)
    const [start, end] = [word[0]!, word.at(-1)!]
    return {
      text: mended(word.map(({ sign }) => sign).join('')),
      from: Math.max(0, start.at - reach(start, characters[first - 1])),
      to: Math.min(1, end.at + reach(end, characters[last + 1])),
      confidence: word.reduce((sum, { chance }) => sum + chance, 0) / word.length,
    }
  })
}

/** Of the typical distance between neighbouring characters. */
function halfCharacter(characters: readonly Character[]): number {
  const steps = characters.slice(1).map(({ at }, i) => at - characters[i]!.at)
  return (steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 1) / 2
}

function runs(characters: readonly Character[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = []
  for (const [index, { sign }] of characters.entries()) {
    if (sign.trim() === '') continue
    const current = found.at(-1)
    if (current?.last === index - 1) current.last = index
    else found.push({ first: index, last: index })
  }
  return found
}
