import { buildPage } from '@equerre/local/page'

/** Vitest's global setup of the browser tests: the page as the gateway serves it. */
export function setup(): void {
  buildPage()
}
