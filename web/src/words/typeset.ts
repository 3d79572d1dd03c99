type Catalogue = { readonly [key: string]: Entry }
type Entry = string | ((...values: never[]) => string) | Catalogue

/** Applies `typography` to every string of a catalogue and every result of its functions. */
export function typesetBy(typography: (text: string) => string) {
  const typeset = (entry: Entry): Entry => {
    if (typeof entry === 'string') return typography(entry)
    if (typeof entry === 'function') return (...values: never[]) => typography(entry(...values))
    return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, typeset(value)]))
  }
  return <C extends Catalogue>(catalogue: C): C => typeset(catalogue) as C
}
