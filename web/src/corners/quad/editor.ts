import type { Point } from '@equerre/geometry/point'
import type { Size } from '@equerre/geometry/spaces'
import { handlePlace, moveHandle, sameHandle } from './handles.ts'
import type { Handle } from './handles.ts'
import { quadFault } from './validity.ts'
import type { Fault } from './validity.ts'
import { sameZone } from './zones.ts'
import type { Zone } from './zones.ts'

/** All coordinates are preview pixels. */
export type Editor = {
  readonly size: Size
  readonly zone: Zone
  readonly past: readonly Zone[]
  readonly future: readonly Zone[]
  readonly chosen: Handle | null
  /** The zone at the start of the current drag. */
  readonly grabbed: Zone | null
  /** The last move nudged the chosen handle: the next nudge joins its undo step. */
  readonly nudging: boolean
  /** Why the last move was refused; null if it was not. */
  readonly fault: Fault | null
}

export type EditorEvent =
  | { readonly type: 'chosen' | 'grabbed'; readonly handle: Handle }
  /** `by` is measured from the start of the drag. */
  | { readonly type: 'dragged'; readonly by: Point }
  | { readonly type: 'dropped' | 'undone' | 'redone' }
  | { readonly type: 'nudged'; readonly handle: Handle; readonly by: Point }
  /** Moves the chosen handle to this point. */
  | { readonly type: 'placed'; readonly at: Point }
  /** A whole new zone: the full picture, the detected one, an alternative, or the current one turned. */
  | { readonly type: 'replaced'; readonly zone: Zone }

export function openEditor(zone: Zone, size: Size): Editor {
  return {
    size,
    zone,
    past: [],
    future: [],
    chosen: null,
    grabbed: null,
    nudging: false,
    fault: null,
  }
}

/** Applies an event. A move to an invalid zone is refused with its `fault`, and the last valid zone stays. */
export function reduceEditor(editor: Editor, event: EditorEvent): Editor {
  return event.type === 'dragged' ? dragged(editor, event.by) : decide(dropped(editor), event)
}

function decide(editor: Editor, event: Exclude<EditorEvent, { readonly type: 'dragged' }>): Editor {
  switch (event.type) {
    case 'chosen':
      return chosen(editor, event.handle)
    case 'grabbed':
      return { ...chosen(editor, event.handle), grabbed: editor.zone, nudging: false, fault: null }
    case 'dropped':
      return editor
    case 'nudged':
      return nudged(editor, event)
    case 'placed':
      return placed(editor, event.at)
    case 'replaced':
      return commit(editor, event.zone)
    case 'undone':
    case 'redone':
      return travel(editor, event.type)
  }
}

/** Whether the user did anything, even choose the zone it already had. */
export function isTouched({ past }: Editor): boolean {
  return past.length > 0
}

/** Whether the zone differs from the initial one; moving it away and back is no change. */
export function isChanged({ zone, past: [first] }: Editor): boolean {
  return first !== undefined && !sameZone(zone, first)
}

function dragged(editor: Editor, by: Point): Editor {
  const { grabbed, chosen, size } = editor
  if (grabbed === null || chosen === null) return editor
  const quad = moveHandle(grabbed.quad, { handle: chosen, by }, size)
  const fault = quadFault(quad, size)
  return fault === null ? { ...editor, zone: { ...grabbed, quad }, fault } : { ...editor, fault }
}

function chosen(editor: Editor, handle: Handle): Editor {
  return { ...editor, nudging: editor.nudging && sameHandle(editor.chosen, handle), chosen: handle }
}

function dropped(editor: Editor): Editor {
  const { grabbed, zone, past } = editor
  if (grabbed === null) return editor
  if (sameZone(grabbed, zone)) return { ...editor, grabbed: null }
  return { ...editor, grabbed: null, past: [...past, grabbed], future: [] }
}

function nudged(editor: Editor, { handle, by }: { readonly handle: Handle; readonly by: Point }): Editor {
  const continued = editor.nudging && sameHandle(editor.chosen, handle)
  const quad = moveHandle(editor.zone.quad, { handle, by }, editor.size)
  const moved = commit({ ...editor, chosen: handle }, { ...editor.zone, quad })
  // Consecutive nudges are one undo step, not twenty.
  return moved.fault === null
    ? { ...moved, past: continued ? editor.past : moved.past, nudging: true }
    : moved
}

function placed(editor: Editor, at: Point): Editor {
  const { chosen, zone, size } = editor
  if (chosen === null) return editor
  const [x, y] = handlePlace(zone.quad, chosen)
  const quad = moveHandle(zone.quad, { handle: chosen, by: [at[0] - x, at[1] - y] }, size)
  return commit(editor, { ...zone, quad })
}

function commit(editor: Editor, zone: Zone): Editor {
  const fault = quadFault(zone.quad, editor.size)
  if (fault !== null) return { ...editor, fault }
  return { ...editor, zone, past: [...editor.past, editor.zone], future: [], nudging: false, fault }
}

function travel(editor: Editor, way: 'undone' | 'redone'): Editor {
  const [from, to] = way === 'undone' ? [editor.past, editor.future] : [editor.future, editor.past]
  const zone = from.at(-1)
  if (zone === undefined) return editor
  const rest = from.slice(0, -1)
  const gone = [...to, editor.zone]
  const stacks = way === 'undone' ? { past: rest, future: gone } : { past: gone, future: rest }
  return { ...editor, ...stacks, zone, nudging: false, fault: null }
}
