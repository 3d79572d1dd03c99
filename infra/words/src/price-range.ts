import { packs } from '@equerre/contract/packs'

/** What the cheapest pack costs and the dearest, in euros. */
export function priceRange(): readonly [least: number, most: number] {
  const euros = packs.map(({ priceCents }) => priceCents / 100)
  return [Math.min(...euros), Math.max(...euros)]
}
