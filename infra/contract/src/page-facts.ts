import type { LimitName } from './limits.ts'
import type { Operator } from './operator.ts'

/**
 * What the gateway embeds in the page’s HTML as JSON, so that the first render is complete without a request.
 */
export type PageFacts = {
  readonly operator: Operator
  readonly limits: Readonly<Record<LimitName, number>>
  /** The origin under which the page is served. */
  readonly site: string
  /** Whether payments are only played, which every page says except the reference, a file of the build. */
  readonly staging: boolean
}

/** Id of the element that holds the JSON. */
export const pageFactsId = 'facts'

/**
 * Renders the page at pathname `path` as a guest first sees it, for the page’s scripts to hydrate. The page’s
 * build exports one for the gateway to call.
 */
export type RenderPage = (path: string, facts: PageFacts) => Promise<string>

/** Path of that module below the folder of the built page; its export is named `renderPage`. */
export const renderPageFile = '.server/render.js'
