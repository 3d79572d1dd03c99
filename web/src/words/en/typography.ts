import { typesetBy } from '../typeset.ts'

const hard = '\u00a0'
const beforeUnit =
  /(?<=\d) (?=(?:bytes?|KB|MB|px|dpi|credits?|images?|pages?|files?|seconds?|hours?|h|s|mm)(?![\p{L}\d]))/gu

/** `text` with a number held to its unit, and an article of French law to its number. Only white space changes. */
export function applyTypography(text: string): string {
  return text.replace(/(?<=\b[DLR]\.) (?=\d)/g, hard).replace(beforeUnit, hard)
}

/** The same catalogue with {@link applyTypography} applied to every sentence that it holds or makes. */
export const typesetCatalogue = typesetBy(applyTypography)
