import { packOf } from '@equerre/contract/packs'
import { centsFor, type Price } from './packs.ts'
import type { Purchase } from './payment.ts'

/** A declared withdrawal from a purchase, in credits and cents; `refundId` is null until the provider accepts the refund. */
export type Withdrawal = {
  readonly id: string
  readonly purchaseId: string
  readonly credits: number
  readonly refundCents: number
  readonly refundId: string | null
  /** Milliseconds since 1970. */
  readonly declaredAtMs: number
}

const dayMs = 86_400_000
/** Article L221-18 of the Code de la consommation. */
const withdrawalDays = 14
/** The day of the contract does not count, and a last day on a weekend or a holiday moves on: nobody is refused by a calendar. */
const graceDays = 4

/** The end of the period as the buyer is told it, in milliseconds since 1970. */
export function withdrawalEndsAt(paidAtMs: number): number {
  return paidAtMs + withdrawalDays * dayMs
}

/** The earliest payment, in milliseconds since 1970, from which somebody may still withdraw at `nowMs`. */
export function withdrawableSince(nowMs: number): number {
  return nowMs - (withdrawalDays + graceDays) * dayMs
}

/**
 * What a withdrawal gives back: the part of the price of the credits that are unused. Free credits count as spent first.
 * @param taken credits of the purchase that are taken back already
 * @param spendable credits that the buyer has
 */
export function unusedPart(
  price: Price,
  { taken, spendable }: { taken: number; spendable: number },
): { credits: number; refundCents: number } {
  const credits = Math.max(0, Math.min(price.credits - taken, spendable))
  return { credits, refundCents: centsFor(price, credits) }
}

export type Declarant = { readonly name: string; readonly email: string }

/** The acknowledgement that the buyer keeps: what was declared, by whom, on which day and at which time in Paris. */
export function acknowledge(
  withdrawal: Withdrawal,
  purchase: Pick<Purchase, 'id' | 'pack' | 'amountCents' | 'paidAtMs'>,
  declarant: Declarant,
): string {
  return `ACCUSÉ DE RÉCEPTION D’UNE RÉTRACTATION

Équerre a reçu votre déclaration de rétractation le ${inParis(withdrawal.declaredAtMs)} (heure de Paris).

Nom : ${declarant.name}
Adresse e-mail : ${declarant.email}
Contrat : ${packOf(purchase.pack).credits} crédits, ${inEuros(purchase.amountCents)} TTC, commande ${purchase.id}
Conclu le : ${inParis(purchase.paidAtMs ?? withdrawal.declaredAtMs)}

Crédits inutilisés repris : ${withdrawal.credits}
Montant remboursé : ${inEuros(withdrawal.refundCents)}
Le remboursement est fait par le moyen de paiement de l’achat, au plus tard quatorze jours après votre déclaration.

Numéro de la déclaration : ${withdrawal.id}
`
}

function inParis(ms: number): string {
  return new Intl.DateTimeFormat('fr-FR', {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'Europe/Paris',
  }).format(ms)
}

function inEuros(cents: number): string {
  return new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(cents / 100)
}
