/** The languages that we answer in; the first is the default. */
export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** The prefix of the page’s addresses in each language. */
export const languageBases = { fr: '', en: '/en' } as const satisfies Record<Language, string>

/** The address in `language` of the page whose French address is `path`: `/en` for `/`. */
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
