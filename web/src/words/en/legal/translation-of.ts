import { pagePaths } from '@equerre/contract/pages'
import type { LegalText } from '../../../legal/legal-text.ts'

/** What a translated legal text says of the French one that rules. */
export function translationOf(page: keyof typeof pagePaths): NonNullable<LegalText['note']> {
  return {
    text: 'This is a translation for your convenience: the French text rules.',
    path: pagePaths[page],
    language: 'fr',
  }
}
