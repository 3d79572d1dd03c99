import type { LimitName } from './limits.ts'
import type { Operator } from './operator.ts'

/** What the gateway writes into the page's HTML as JSON, so that the page is whole at once and asks for nothing of it. */
export type PageFacts = {
  readonly operator: Operator
  readonly limits: Readonly<Record<LimitName, number>>
}

/** The id of the element that holds it. */
export const pageFactsId = 'facts'
