/** Every price is in this currency; Stripe writes it in small letters. */
export const currency = 'eur'

/** A price agreed for a number of credits. */
export type Price = { readonly credits: number; readonly amountCents: number }

/** The credits that a part of the price stands for, rounded to whole ones; all of them for the whole price or more. */
export function creditsFor({ credits, amountCents }: Price, cents: number): number {
  return Math.round((credits * Math.min(cents, amountCents)) / amountCents)
}

/** What some of the bought credits cost, in whole cents. */
export function centsFor({ credits, amountCents }: Price, count: number): number {
  return Math.round((amountCents * Math.min(count, credits)) / credits)
}
