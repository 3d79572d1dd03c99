import { centsFor, type Price } from './packs.ts'

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
