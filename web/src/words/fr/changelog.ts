import { changelogWords as words } from '@equerre/words/fr/changelog'
import { typesetCatalogue } from './typography.ts'

/** Texts of the log of the API’s changes at /docs/changelog/. */
export const changelogWords = typesetCatalogue(words)
