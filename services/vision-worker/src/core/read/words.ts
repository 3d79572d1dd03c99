import { mended } from './french.ts'
import type { Character } from './transcribe.ts'

/** A word of a line and where it stands along it, 0 to 1. */
export type WordSpan = {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly confidence: number
}

/**
 * The words of a line. The recogniser tells where about each character stands, not how wide it is: between two words the
 * space's own place parts them, and the outer ends are half a character further.
 */
export function wordsOf(characters: readonly Character[]): WordSpan[] {
  const half = halfCharacter(characters)
  return runs(characters).map(({ first, last }) => {
    const word = characters.slice(first, last + 1)
    const [before, after] = [characters[first - 1], characters[last + 1]]
    return {
      text: mended(word.map(({ sign }) => sign).join('')),
      from: Math.max(word[0]!.at - half, before ? before.at : 0),
      to: Math.min(word.at(-1)!.at + half, after ? after.at : 1),
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
