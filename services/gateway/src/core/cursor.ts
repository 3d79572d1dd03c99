import { cursorShape } from '@equerre/contract/ingestions'
import { Problem } from '@equerre/contract/problems'

/** Milliseconds since 1970 and an id: the sort order of every paged list. */
export type Position = { readonly createdAtMs: number; readonly id: string }

/** A position in a list as text, for the address of the next page. */
export function writeCursor({ createdAtMs, id }: Position): string {
  return `${createdAtMs}_${id}`
}

/** @throws Problem `invalid_request` for text that `writeCursor` did not write */
export function readCursor(text: string): Position {
  const [, time, id] = cursorShape.exec(text) ?? []
  if (time === undefined || id === undefined) throw new Problem('cursor_invalid')
  return { createdAtMs: Number(time), id }
}
