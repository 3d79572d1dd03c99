import type { BillingWords } from '../billing-words.ts'
import { formatsOf, timeInParis } from '../formats.ts'
import { billingWords as french } from '../fr/billing.ts'

const { formatEuros: euros } = formatsOf('en')
const inParis = timeInParis('en')

export const billingWords: BillingWords = {
  productName: (credits) => `Équerre: ${credits} credits`,
  acknowledgement: (facts) => `ACKNOWLEDGEMENT OF A WITHDRAWAL

Équerre received your notice of withdrawal on ${inParis(facts.declaredAtMs)} (Paris time).

Name: ${facts.name}
Email address: ${facts.email}
Contract: ${facts.credits} credits, ${euros(facts.priceCents)} including all taxes, order ${facts.purchaseId}
Concluded on: ${inParis(facts.paidAtMs)}

Unused credits taken back: ${facts.unusedCredits}
Amount refunded: ${euros(facts.refundCents)}
The refund is made to the means of payment used for the purchase, within fourteen days of your notice.

Notice number: ${facts.withdrawalId}

This is a translation for your convenience: the French text below prevails.

${french.acknowledgement(facts)}`,
  acknowledgementFile: (withdrawalId) => `equerre-withdrawal-${withdrawalId}.txt`,
}
