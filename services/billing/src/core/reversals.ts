import { creditsFor, type Price } from './packs.ts'

/** Money on its way back to the buyer: a refund or a dispute. */
export type Reversal = {
  readonly cents: number
  /** False once the money stays with us: the refund failed, or the dispute was won. */
  readonly live: boolean
  /** The withdrawal of ours that asked for this refund; null for any other. */
  readonly withdrawalId: string | null
}

/** A withdrawal in our books: its credits are taken before the provider knows of its refund. */
type DeclaredWithdrawal = { readonly id: string; readonly refundCents: number }

/**
 * How many credits the ledger must still take back to match the money; negative when it must give some back.
 * Depends only on the present state, never on the order of events: messages may be repeated, late, out of order or lost.
 * @param taken credits of this purchase that have been taken back already
 */
export function creditsToTake(
  price: Price,
  {
    reversals,
    withdrawals,
    taken,
  }: {
    reversals: readonly Reversal[]
    withdrawals: readonly DeclaredWithdrawal[]
    taken: number
  },
): number {
  const underWay = withdrawals.filter(({ id }) => !reversals.some(({ withdrawalId }) => withdrawalId === id))
  const cents =
    reversals.reduce((sum, reversal) => sum + (reversal.live ? reversal.cents : 0), 0) +
    underWay.reduce((sum, { refundCents }) => sum + refundCents, 0)
  return creditsFor(price, cents) - taken
}
