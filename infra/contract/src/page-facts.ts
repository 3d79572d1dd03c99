import type { LimitName } from './limits.ts'
import type { Operator } from './operator.ts'

/** What the gateway writes into the page's HTML as JSON, so that the page is whole at once and asks for nothing of it. */
export type PageFacts = {
  readonly operator: Operator
  readonly limits: Readonly<Record<LimitName, number>>
  /** The origin under which the page is served. */
  readonly site: string
}

/** The id of the element that holds it. */
export const pageFactsId = 'facts'

/**
 * The HTML of the page at the pathname `path` as a guest sees it first, to be taken over by the page's scripts. The page's
 * build brings one, for the gateway to call.
 */
export type RenderPage = (path: string, facts: PageFacts) => Promise<string>

/** Where it lies below the folder of the built page, as an export named `renderPage`. */
export const renderPageFile = '.server/render.js'
