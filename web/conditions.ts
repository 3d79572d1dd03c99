import type { Language } from '@equerre/contract/language'
import { defaultClientConditions, defaultServerConditions } from 'vite'

/** Resolve conditions for browser code; they pick a language's catalogues through package.json. */
export function clientConditions(language: Language): string[] {
  return [...own(language), ...defaultClientConditions]
}

/** The same for code that runs in Node. */
export function serverConditions(language: Language): string[] {
  return [...own(language), ...defaultServerConditions]
}

function own(language: Language): string[] {
  return language === 'en' ? ['english'] : []
}
