import type { Language } from '@equerre/contract/language'
import { defaultClientConditions, defaultServerConditions } from 'vite'

/** What chooses the catalogues of a language, as package.json has it, in what a browser runs. */
export function clientConditions(language: Language): string[] {
  return [...own(language), ...defaultClientConditions]
}

/** The same in what Node runs. */
export function serverConditions(language: Language): string[] {
  return [...own(language), ...defaultServerConditions]
}

function own(language: Language): string[] {
  return language === 'en' ? ['english'] : []
}
