import type { Pack } from '@equerre/contract/packs'

/** The badge and the description of each pack, in one language. */
export type PackWords = { readonly [Id in Pack['id']]: { readonly badge: string; readonly desc: string } }
