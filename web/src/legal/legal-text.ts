import type { Language } from '@equerre/contract/language'
import type { OperatorDetail } from '@equerre/contract/operator'

/** A paragraph or a bulleted list. `{name}` stands for an operator's detail, `[text](/path)` for a link. */
export type Block = string | readonly string[]

export type LegalText = {
  readonly title: string
  readonly lead: string
  /** In a translation: a note on the prevailing text, with its path and language. */
  readonly note?: { readonly text: string; readonly path: string; readonly language: Language }
  /** Date of the last change, as displayed. */
  readonly updated: string
  readonly sections: readonly { readonly title: string; readonly blocks: readonly Block[] }[]
}

/** Part of a paragraph: plain text, one of the operator's details, or a link. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'detail'; readonly name: OperatorDetail }
  | { readonly kind: 'link'; readonly text: string; readonly path: string }

const marks = /\{(\w+)\}|\[([^\]]+)\]\((\S+?)\)/g

/** Splits a paragraph into its pieces, in order. */
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

/** The anchor of a section: its title in plain letters, such as `donnees-traitees`. */
export function idOf(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
