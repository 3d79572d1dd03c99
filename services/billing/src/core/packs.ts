/** The currency of every price, in lower case as Stripe writes it. */
export const currency = 'eur'

/** A price agreed for a number of credits. */
export type Price = { readonly credits: number; readonly amountCents: number }

/** The credits that a part of the price is worth, rounded; all of them for the whole price or more. */
export function creditsFor({ credits, amountCents }: Price, cents: number): number {
  return Math.round((credits * Math.min(cents, amountCents)) / amountCents)
}

/** The price of some of the bought credits, in whole cents. */
export function centsFor({ credits, amountCents }: Price, count: number): number {
  return Math.round((amountCents * Math.min(count, credits)) / credits)
}
