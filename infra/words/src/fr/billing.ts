import type { BillingWords } from '../billing-words.ts'
import { formatsOf, timeInParis } from '../formats.ts'

const { formatEuros: euros } = formatsOf('fr')
const inParis = timeInParis('fr')

export const billingWords: BillingWords = {
  productName: (credits) => `Équerre : ${credits} crédits`,
  acknowledgement: (facts) => `ACCUSÉ DE RÉCEPTION D’UNE RÉTRACTATION

Équerre a reçu votre déclaration de rétractation le ${inParis(facts.declaredAtMs)} (heure de Paris).

Nom : ${facts.name}
Adresse e-mail : ${facts.email}
Contrat : ${facts.credits} crédits, ${euros(facts.priceCents)} TTC, commande ${facts.purchaseId}
Conclu le : ${inParis(facts.paidAtMs)}

Crédits inutilisés repris : ${facts.unusedCredits}
Montant remboursé : ${euros(facts.refundCents)}
Le remboursement est fait par le moyen de paiement de l’achat, au plus tard quatorze jours après votre déclaration.

Numéro de la déclaration : ${facts.withdrawalId}
`,
  acknowledgementFile: (withdrawalId) => `equerre-retractation-${withdrawalId}.txt`,
}
