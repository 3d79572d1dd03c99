import type { Language } from '@equerre/contract/language'
import type { BillingWords } from './billing-words.ts'
import { billingWords as en } from './en/billing.ts'
import { billingWords as fr } from './fr/billing.ts'

const words: { readonly [L in Language]: BillingWords } = { fr, en }

export function billingWordsIn(language: Language): BillingWords {
  return words[language]
}
