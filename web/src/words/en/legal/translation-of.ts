import { pagePaths } from '@equerre/contract/pages'
import type { LegalText } from '../../../legal/legal-text.ts'

/** The note on a translated legal text: the French one prevails. */
export function translationOf(page: keyof typeof pagePaths): NonNullable<LegalText['note']> {
  return {
    text: 'This is a translation for your convenience: the French text prevails.',
    path: pagePaths[page],
    language: 'fr',
  }
}
