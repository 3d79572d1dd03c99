import { creditsFor, type Price } from './packs.ts'

/** Money on its way back to the buyer: a refund or a dispute. */
export type Reversal = {
  readonly cents: number
  /** False once the money has stayed with us: the refund failed, the dispute was won. */
  readonly live: boolean
  /** Our withdrawal that asked for this refund; null when nobody withdrew. */
  readonly withdrawalId: string | null
}

/** A withdrawal in our books: its credits are taken before the provider has heard of its refund. */
type DeclaredWithdrawal = { readonly id: string; readonly refundCents: number }

/**
 * How many credits the ledger must still take back so that they follow the money; negative when it must give some back.
 * It looks at what is, never at what happened first: messages may come twice, late, in any order, or not at all until
 * somebody asks again.
 * @param taken credits of this purchase that are taken back already
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
