import type { LimitName, LimitUnit } from '@equerre/contract/limits'

/** What every limit bounds, in one language, and what it is counted in. */
export type LimitWords = {
  readonly labels: { readonly [Name in LimitName]: string }
  readonly units: { readonly [Unit in LimitUnit]: string }
}
