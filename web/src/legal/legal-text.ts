import type { Language } from '@equerre/contract/language'
import type { OperatorDetail } from '@equerre/contract/operator'

/** A paragraph, or a list of points. `{name}` stands for a detail of the operator, `[text](/path)` for a link. */
export type Block = string | readonly string[]

export type LegalText = {
  readonly title: string
  readonly lead: string
  /** Of a translation: what it says of the text that rules, and where and in which language that stands. */
  readonly note?: { readonly text: string; readonly path: string; readonly language: Language }
  /** The day of the last change, as a reader sees it. */
  readonly updated: string
  readonly sections: readonly { readonly title: string; readonly blocks: readonly Block[] }[]
}

/** A piece of a paragraph: plain text, a detail of the operator, or a link. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'detail'; readonly name: OperatorDetail }
  | { readonly kind: 'link'; readonly text: string; readonly path: string }

const marks = /\{(\w+)\}|\[([^\]]+)\]\((\S+?)\)/g

/** Cuts a paragraph into its pieces, in order. */
export function piecesOf(paragraph: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { index, 0: mark, 1: name, 2: label = '', 3: path = '' } of paragraph.matchAll(marks)) {
    if (index > from) pieces.push({ kind: 'text', text: paragraph.slice(from, index) })
    pieces.push(name ? { kind: 'detail', name: name as OperatorDetail } : { kind: 'link', text: label, path })
    from = index + mark.length
  }
  if (from < paragraph.length) pieces.push({ kind: 'text', text: paragraph.slice(from) })
  return pieces
}
