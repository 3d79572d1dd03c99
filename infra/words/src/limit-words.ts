import type { LimitName, LimitUnit } from '@equerre/contract/limits'

/** What each limit bounds and its unit, in one language. */
export type LimitWords = {
  readonly labels: { readonly [Name in LimitName]: string }
  readonly units: { readonly [Unit in LimitUnit]: string }
}
