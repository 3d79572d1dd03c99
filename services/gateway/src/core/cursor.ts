import { Problem } from '@equerre/contract/problems'

/** Milliseconds since 1970 and an id: the order of every list that is paged. */
export type Position = { readonly createdAtMs: number; readonly id: string }

const shape = /^(\d{1,16})_([0-9a-f-]{36})$/

/** A place in a list ordered by time and id, as text for the address of the next page. */
export function writeCursor({ createdAtMs, id }: Position): string {
  return `${createdAtMs}_${id}`
}

/** @throws Problem `invalid_request` for a text that `writeCursor` did not write */
export function readCursor(text: string): Position {
  const [, time, id] = shape.exec(text) ?? []
  if (time === undefined || id === undefined) throw new Problem('cursor_invalid')
  return { createdAtMs: Number(time), id }
}
