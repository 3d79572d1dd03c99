import type { Pack } from '@equerre/contract/packs'

/** What each pack is called and is for, in one language. */
export type PackWords = { readonly [Id in Pack['id']]: { readonly badge: string; readonly desc: string } }
