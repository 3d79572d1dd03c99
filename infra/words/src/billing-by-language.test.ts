import { expect, it } from 'vitest'
import { billingWordsIn } from './billing-by-language.ts'

const facts = {
  withdrawalId: 'w1',
  declaredAtMs: Date.UTC(2026, 10, 20, 22, 30, 5),
  name: 'Claire Aubry',
  email: 'claire@exemple.test',
  purchaseId: 'p1',
  paidAtMs: Date.UTC(2026, 6, 1, 8, 0, 0),
  credits: 200,
  priceCents: 800,
  unusedCredits: 137,
  refundCents: 548,
}
const inFrench = [
  '20 novembre 2026 à 23:30:05',
  '1 juillet 2026 à 10:00:00',
  '200 crédits, 8,00 € TTC, commande p1',
  'Crédits inutilisés repris : 137',
  'Montant remboursé : 5,48 €',
  'Claire Aubry',
  'claire@exemple.test',
]
const inEnglish = [
  '20 November 2026 at 23:30:05',
  '1 July 2026 at 10:00:00',
  '200 credits, €8.00 including all taxes, order p1',
  'Unused credits taken back: 137',
  'Amount refunded: €5.48',
  // The French text is the binding one.
  ...inFrench,
]

it.each([
  ['fr', inFrench],
  ['en', inEnglish],
] as const)(
  'a withdrawal is acknowledged with what was declared, the day and the time in Paris (%s)',
  (language, parts) => {
    const text = billingWordsIn(language).acknowledgement(facts).replaceAll(/\s+/g, ' ')
    for (const part of parts) expect(text).toContain(part)
  },
)
