import { packs } from '@equerre/contract/packs'

/** Prices of the cheapest and the most expensive pack, in euros. */
export function priceRange(): readonly [least: number, most: number] {
  const euros = packs.map(({ priceCents }) => priceCents / 100)
  return [Math.min(...euros), Math.max(...euros)]
}
