import { typesetBy } from '../typeset.ts'

const fine = '\u202f'
const hard = '\u00a0'
const beforeUnit =
  /(?<=\d) (?=(?:octets?|KB|MB|Mo|px|dpi|crédits?|images?|pages?|fichiers?|secondes?|heures?|h|s|mm)(?![\p{L}\d]))/gu

/**
 * Applies French typography to `text`: a narrow no-break space before `! ? ;` and inside « », a no-break space
 * before `: € %`, units and the numbers of legal articles. Changes white space only, so that the specification's
 * strings stay comparable.
 */
export function applyTypography(text: string): string {
  return text
    .replace(/ (?=[!?;»])/g, fine)
    .replace(/« /g, `«${fine}`)
    .replace(/ (?=[:€%])/g, hard)
    .replace(/(?<=\b[DLR]\.) (?=\d)/g, hard)
    .replace(beforeUnit, hard)
}

/** Applies {@link applyTypography} to every string of a catalogue and every result of its functions. */
export const typesetCatalogue = typesetBy(applyTypography)
