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
/** The first day does not count, and a last day on a weekend or holiday is postponed: always grant the extra days. */
const graceDays = 4

/** The end of the period that the buyer is told, in milliseconds since 1970. */
export function withdrawalEndsAt(paidAtMs: number): number {
  return paidAtMs + withdrawalDays * dayMs
}

/** The earliest payment that can still be withdrawn from at `nowMs`, both in milliseconds since 1970. */
export function withdrawableSince(nowMs: number): number {
  return nowMs - (withdrawalDays + graceDays) * dayMs
}

/**
 * What a withdrawal refunds: the price of the unused credits. Free credits count as spent first.
 * @param taken credits of the purchase that have been taken back already
 * @param spendable credits that the buyer can spend
 */
export function unusedPart(
  price: Price,
  { taken, spendable }: { taken: number; spendable: number },
): { credits: number; refundCents: number } {
  const credits = Math.max(0, Math.min(price.credits - taken, spendable))
  return { credits, refundCents: centsFor(price, credits) }
}
