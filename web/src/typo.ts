const fine = '\u202f'
const hard = '\u00a0'
const beforeUnit =
  /(?<=\d) (?=(?:octets?|KB|MB|Mo|px|dpi|crédits?|images?|pages?|fichiers?|secondes?|heures?|h|s|mm)(?![\p{L}\d]))/gu

/**
 * French typography of `text`: only white space changes, never a letter, an apostrophe or a dot, so that the strings of
 * the specification stay comparable. A fine space stands before `! ? ;` and inside « », a hard one before `: € %`, units and the numbers
 * of articles of law.
 */
export function typo(text: string): string {
  return text
    .replace(/ (?=[!?;»])/g, fine)
    .replace(/« /g, `«${fine}`)
    .replace(/ (?=[:€%])/g, hard)
    .replace(/(?<=\b[DLR]\.) (?=\d)/g, hard)
    .replace(beforeUnit, hard)
}

type Catalogue = { readonly [key: string]: Entry }
type Entry = string | ((...values: never[]) => string) | Catalogue

function typeset(entry: Entry): Entry {
  if (typeof entry === 'string') return typo(entry)
  if (typeof entry === 'function') return (...values: never[]) => typo(entry(...values))
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, typeset(value)]))
}

/** The same catalogue with {@link typo} applied to every sentence that it holds or makes. */
export function typesetCatalogue<C extends Catalogue>(catalogue: C): C {
  return typeset(catalogue) as C
}
