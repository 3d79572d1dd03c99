import { textPath } from '../look/look.ts'
import type { Job } from '../job.ts'

/** The text of a finished page: where it is, or how far it is. */
export type PageTextState =
  { readonly kind: 'there'; readonly path: string } | { readonly kind: 'unread' | 'reading' | 'failed' }

/** Null without a finished page. A page in the middle of another rendering keeps the text of the last one. */
export function textStateOf({ rectify, wanted, renderFailure }: Job): PageTextState | null {
  if (!rectify?.artifacts.warped_path) return null
  const path = textPath(rectify)
  if (path !== null) return { kind: 'there', path }
  if (wanted?.text === true) return { kind: 'reading' }
  return { kind: rectify.text_reason === 'failed' || renderFailure !== null ? 'failed' : 'unread' }
}
