/** Facts stated in the acknowledgement of a withdrawal; times in milliseconds since 1970. */
type WithdrawalFacts = {
  readonly withdrawalId: string
  readonly declaredAtMs: number
  readonly name: string
  readonly email: string
  readonly purchaseId: string
  readonly paidAtMs: number
  /** In the pack that was bought. */
  readonly credits: number
  readonly priceCents: number
  readonly unusedCredits: number
  readonly refundCents: number
}

/** Billing's texts in one language, other than its refusals. */
export type BillingWords = {
  /** Shown to the buyer on the payment page and on the invoice. */
  readonly productName: (credits: number) => string
  /**
   * The acknowledgement on a durable medium: what was declared, by whom, on which day and at what time in
   * Paris.
   */
  readonly acknowledgement: (facts: WithdrawalFacts) => string
  readonly acknowledgementFile: (withdrawalId: string) => string
}
