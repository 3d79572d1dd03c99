/** What is sold. Prices are in cents and include every tax. */
type PackRow = {
  readonly title: string
  readonly credits: number
  readonly priceCents: number
  readonly badge: string
  readonly desc: string
  /** The one that the page puts forward. */
  readonly best: boolean
}

/**
 * The only place in the code where a price stands: the page shows it, billing charges it. Without a schema, so that the page can
 * show it without carrying a validator.
 */
const packTable = {
  pack100: {
    title: '100 crédits',
    credits: 100,
    priceCents: 500,
    badge: 'Découverte',
    desc: 'Pour essayer sur de vrais documents.',
    best: false,
  },
  pack200: {
    title: '200 crédits',
    credits: 200,
    priceCents: 800,
    badge: 'Meilleure Vente',
    desc: 'Pour une armoire de dossiers.',
    best: true,
  },
  pack300: {
    title: '300 crédits',
    credits: 300,
    priceCents: 1_000,
    badge: 'Premium',
    desc: 'Pour traiter des lots, au prix le plus bas par image.',
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
