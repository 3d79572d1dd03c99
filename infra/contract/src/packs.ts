/** A credit pack. Prices are in cents and include all taxes. */
type PackRow = {
  readonly credits: number
  readonly priceCents: number
  /** The one that the page highlights. */
  readonly best: boolean
}

/**
 * The only place in the code with prices: the page shows them, billing charges them. Not a zod schema, so
 * that the page can show prices without bundling a validator.
 */
const packTable = {
  pack100: {
    credits: 100,
    priceCents: 500,
    best: false,
  },
  pack200: {
    credits: 200,
    priceCents: 800,
    best: true,
  },
  pack300: {
    credits: 300,
    priceCents: 1_000,
    best: false,
  },
} as const satisfies Readonly<Record<string, PackRow>>

export const packIds = Object.keys(packTable) as (keyof typeof packTable)[]
export type Pack = PackRow & { readonly id: keyof typeof packTable }

export function packOf(id: Pack['id']): Pack {
  return { id, ...packTable[id] }
}

/** All packs on sale, smallest first. */
export const packs: readonly Pack[] = packIds.map(packOf)
