import type { Size } from '@equerre/geometry/spaces'
import type { Character } from './transcribe.ts'

/** From here on Unicode has the scripts of East Asia. */
const eastFrom = 0x2e_80
/** Print has more letters than this for each height of a line, */
const densityMin = 0.8
/** and the reader is surer of them than this. */
const chanceMin = 0.95

/** A character of Europe: letters, figures, punctuation, symbols. */
export function isWestern(sign: string): boolean {
  return sign.codePointAt(0)! < eastFrom
}

/**
 * Whether a line that was read as Western may be in another script: such characters are mostly read as nothing, otherwise as
 * unlikely ones. Of 938 lines of letters, invoices and receipts none is; of Chinese and Japanese lines all but those
 * that are mostly figures.
 * @param line its size in pixels as it was read
 */
export function isDoubtful(characters: readonly Character[], { width, height }: Size): boolean {
  const chance = characters.reduce((sum, each) => sum + each.chance, 0)
  return characters.length * height < densityMin * width || chance < chanceMin * characters.length
}
