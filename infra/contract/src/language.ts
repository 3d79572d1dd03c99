/** The languages that people are answered in; the first one where nothing else is asked for. */
export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** What an address of the page begins with in a language. */
export const languageBases = { fr: '', en: '/en' } as const satisfies Record<Language, string>

/** Where the page at the French address `path` lies in `language`: `/en` for `/`. */
export function addressIn<Path extends string>(language: Language, path: Path): Path | `/en${Path}` {
  if (language === 'fr') return path
  return (path === '/' ? languageBases.en : `${languageBases.en}${path}`) as `/en${Path}`
}

/** The language of an address, and the French address of the same page. */
export function readAddress(address: string): { readonly language: Language; readonly path: string } {
  const isEnglish = address === languageBases.en || address.startsWith(`${languageBases.en}/`)
  if (!isEnglish) return { language: 'fr', path: address }
  return { language: 'en', path: address.slice(languageBases.en.length) || '/' }
}
