import type { Language } from '@equerre/contract/language'

/** The language of this build of the page. */
export const language: Language = 'fr'
