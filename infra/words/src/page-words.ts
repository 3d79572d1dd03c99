import type { PageName } from '@equerre/contract/pages'

/** The title and description of each page for search engines and link previews, in one language. */
export type PageWords = {
  readonly [Name in PageName]: { readonly title: string; readonly description: string }
}

/** What the document says until the page has loaded. */
export type ShellWords = { readonly noScript: string }
