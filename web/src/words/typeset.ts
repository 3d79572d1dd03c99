type Catalogue = { readonly [key: string]: Entry }
type Entry = string | ((...values: never[]) => string) | Catalogue

/** What sets a catalogue: the same one, with `typo` applied to every sentence that it holds or makes. */
export function typesetBy(typo: (text: string) => string) {
  const typeset = (entry: Entry): Entry => {
    if (typeof entry === 'string') return typo(entry)
    if (typeof entry === 'function') return (...values: never[]) => typo(entry(...values))
    return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, typeset(value)]))
  }
  return <C extends Catalogue>(catalogue: C): C => typeset(catalogue) as C
}
