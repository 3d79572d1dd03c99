import type { PageName } from '@equerre/contract/pages'

/** What search engines and link previews say of each page, in one language. */
export type PageWords = {
  readonly [Name in PageName]: { readonly title: string; readonly description: string }
}

/** What a document says while its page is not there. */
export type ShellWords = { readonly noScript: string }
