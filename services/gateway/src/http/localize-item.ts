import type { Item } from '@equerre/contract/item'
import type { Language } from '@equerre/contract/language'
import { renderProblem } from '@equerre/words/render-problem'
import type { UntranslatedItem } from '../core/answer.ts'

/** The item with its error, if any, put into words. */
export function localizeItem(item: UntranslatedItem, language: Language): Item {
  return { ...item, error: item.error && renderProblem(item.error, language) }
}
