/** What is sold. Prices are in cents and include every tax. */
type PackRow = {
  readonly credits: number
  readonly priceCents: number
  /** The one that the page puts forward. */
  readonly best: boolean
}

/**
 * The only place in the code where a price stands: the page shows it, billing charges it. Without a schema, so that the page can
 * show it without carrying a validator.
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

/** All that can be bought, the smallest first. */
export const packs: readonly Pack[] = packIds.map(packOf)
