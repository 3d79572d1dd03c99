import { typesetBy } from '../typeset.ts'

const hard = '\u00a0'
const beforeUnit =
  /(?<=\d) (?=(?:bytes?|KB|MB|px|dpi|credits?|images?|pages?|files?|seconds?|hours?|h|s|mm)(?![\p{L}\d]))/gu

/** Joins numbers to their units, and articles of French law to their numbers. Changes white space only. */
export function applyTypography(text: string): string {
  return text.replace(/(?<=\b[DLR]\.) (?=\d)/g, hard).replace(beforeUnit, hard)
}

/** Applies {@link applyTypography} to every string of a catalogue and every result of its functions. */
export const typesetCatalogue = typesetBy(applyTypography)
