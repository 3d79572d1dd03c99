import { buildPage } from '@equerre/local/page'

/** Vitest's global setup for the browser tests: builds the page that the gateway serves. */
export function setup(): void {
  buildPage()
}
