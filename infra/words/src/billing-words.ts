/** What the acknowledgement of a withdrawal names; times in milliseconds since 1970. */
type WithdrawalFacts = {
  readonly withdrawalId: string
  readonly declaredAtMs: number
  readonly name: string
  readonly email: string
  readonly purchaseId: string
  readonly paidAtMs: number
  /** Of the pack that was bought. */
  readonly credits: number
  readonly priceCents: number
  readonly unusedCredits: number
  readonly refundCents: number
}

/** What billing says in one language beside its refusals. */
export type BillingWords = {
  /** What the buyer reads on the payment page and on the invoice. */
  readonly productName: (credits: number) => string
  /** The acknowledgement on a durable medium: what was declared, by whom, on which day and at which time in Paris. */
  readonly acknowledgement: (facts: WithdrawalFacts) => string
  readonly acknowledgementFile: (withdrawalId: string) => string
}
