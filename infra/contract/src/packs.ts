/** What can be bought. Without a schema, so that the page can show it without carrying a validator. */
export const packIds = ['pack100', 'pack200', 'pack300'] as const

/** What is sold. Prices are in cents and include every tax. */
export type Pack = {
  readonly id: (typeof packIds)[number]
  readonly title: string
  readonly credits: number
  readonly priceCents: number
  readonly badge: string
  readonly desc: string
}

/** The only place in the code where a price stands: the page shows it, billing charges it. */
export const packs: readonly Pack[] = [
  {
    id: 'pack100',
    title: '100 crédits',
    credits: 100,
    priceCents: 500,
    badge: 'Découverte',
    desc: 'Pour essayer sur de vrais documents.',
  },
  {
    id: 'pack200',
    title: '200 crédits',
    credits: 200,
    priceCents: 800,
    badge: 'Meilleure Vente',
    desc: 'Pour une armoire de dossiers.',
  },
  {
    id: 'pack300',
    title: '300 crédits',
    credits: 300,
    priceCents: 1_000,
    badge: 'Premium',
    desc: 'Pour traiter des lots, au prix le plus bas par image.',
  },
]
