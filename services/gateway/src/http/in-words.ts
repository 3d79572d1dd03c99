import type { Item } from '@equerre/contract/detourage'
import type { Language } from '@equerre/contract/language'
import { renderProblem } from '@equerre/words/render-problem'
import type { WordlessItem } from '../core/answer.ts'

/** An item that says why it was refused, if it was. */
export function inWords(item: WordlessItem, language: Language): Item {
  return { ...item, error: item.error && renderProblem(item.error, language) }
}
