import { typesetBy } from '../typeset.ts'

const fine = '\u202f'
const hard = '\u00a0'
const beforeUnit =
  /(?<=\d) (?=(?:octets?|KB|MB|Mo|px|dpi|crédits?|images?|pages?|fichiers?|secondes?|heures?|h|s|mm)(?![\p{L}\d]))/gu

/**
 * French typography of `text`: only white space changes, never a letter, an apostrophe or a dot, so that the strings of
 * the specification stay comparable. A fine space stands before `! ? ;` and inside « », a hard one before `: € %`, units and the numbers
 * of articles of law.
 */
export function applyTypography(text: string): string {
  return text
    .replace(/ (?=[!?;»])/g, fine)
    .replace(/« /g, `«${fine}`)
    .replace(/ (?=[:€%])/g, hard)
    .replace(/(?<=\b[DLR]\.) (?=\d)/g, hard)
    .replace(beforeUnit, hard)
}

/** The same catalogue with {@link applyTypography} applied to every sentence that it holds or makes. */
export const typesetCatalogue = typesetBy(applyTypography)
