import type { Point } from '@equerre/geometry/point'
import type { PreviewQuad, Size } from '@equerre/geometry/spaces'
import { handlePlace, moveHandle, sameHandle } from './handles.ts'
import type { Handle } from './handles.ts'
import { quadFault } from './validity.ts'
import type { Fault } from './validity.ts'

/** Everything in pixels of the preview. */
export type Editor = {
  readonly size: Size
  readonly quad: PreviewQuad
  readonly past: readonly PreviewQuad[]
  readonly future: readonly PreviewQuad[]
  readonly chosen: Handle | null
  /** Where the quad was when the hand took hold of it. */
  readonly grabbed: PreviewQuad | null
  /** The last move was a nudge of the chosen handle: the next one belongs to it. */
  readonly nudging: boolean
  /** Why the last move was refused. */
  readonly fault: Fault | null
}

export type EditorEvent =
  | { readonly type: 'chosen' | 'grabbed'; readonly handle: Handle }
  /** `by` is counted from where the hand took hold. */
  | { readonly type: 'dragged'; readonly by: Point }
  | { readonly type: 'dropped' | 'undone' | 'redone' }
  | { readonly type: 'nudged'; readonly handle: Handle; readonly by: Point }
  /** The chosen handle goes to this place. */
  | { readonly type: 'placed'; readonly at: Point }
  /** Another zone altogether: the whole picture, the detection, an alternative, the same one turned. */
  | { readonly type: 'replaced'; readonly quad: PreviewQuad }

export function openEditor(quad: PreviewQuad, size: Size): Editor {
  return {
    size,
    quad,
    past: [],
    future: [],
    chosen: null,
    grabbed: null,
    nudging: false,
    fault: null,
  }
}

/** The hand on the corners. A move that would make the zone impossible is refused and told; the last possible zone stands. */
export function reduceEditor(editor: Editor, event: EditorEvent): Editor {
  return event.type === 'dragged' ? dragged(editor, event.by) : decide(dropped(editor), event)
}

function decide(editor: Editor, event: Exclude<EditorEvent, { readonly type: 'dragged' }>): Editor {
  switch (event.type) {
    case 'chosen':
      return chosen(editor, event.handle)
    case 'grabbed':
      return { ...chosen(editor, event.handle), grabbed: editor.quad, nudging: false, fault: null }
    case 'dropped':
      return editor
    case 'nudged':
      return nudged(editor, event)
    case 'placed':
      return placed(editor, event.at)
    case 'replaced':
      return commit(editor, event.quad)
    case 'undone':
    case 'redone':
      return travel(editor, event.type)
  }
}

export function isChanged({ past }: Editor): boolean {
  return past.length > 0
}

function dragged(editor: Editor, by: Point): Editor {
  const { grabbed, chosen, size } = editor
  if (grabbed === null || chosen === null) return editor
  const quad = moveHandle(grabbed, { handle: chosen, by }, size)
  const fault = quadFault(quad, size)
  return fault === null ? { ...editor, quad, fault } : { ...editor, fault }
}

function chosen(editor: Editor, handle: Handle): Editor {
  return { ...editor, nudging: editor.nudging && sameHandle(editor.chosen, handle), chosen: handle }
}

function dropped(editor: Editor): Editor {
  const { grabbed, quad, past } = editor
  if (grabbed === null) return editor
  if (grabbed === quad) return { ...editor, grabbed: null }
  return { ...editor, grabbed: null, past: [...past, grabbed], future: [] }
}

function nudged(editor: Editor, { handle, by }: { readonly handle: Handle; readonly by: Point }): Editor {
  const again = editor.nudging && sameHandle(editor.chosen, handle)
  const moved = commit({ ...editor, chosen: handle }, moveHandle(editor.quad, { handle, by }, editor.size))
  // A row of nudges is one step back, not twenty.
  return moved.fault === null ? { ...moved, past: again ? editor.past : moved.past, nudging: true } : moved
}

function placed(editor: Editor, at: Point): Editor {
  const { chosen, quad, size } = editor
  if (chosen === null) return editor
  const [x, y] = handlePlace(quad, chosen)
  return commit(editor, moveHandle(quad, { handle: chosen, by: [at[0] - x, at[1] - y] }, size))
}

function commit(editor: Editor, quad: PreviewQuad): Editor {
  const fault = quadFault(quad, editor.size)
  if (fault !== null) return { ...editor, fault }
  return { ...editor, quad, past: [...editor.past, editor.quad], future: [], nudging: false, fault }
}

function travel(editor: Editor, way: 'undone' | 'redone'): Editor {
  const [from, to] = way === 'undone' ? [editor.past, editor.future] : [editor.future, editor.past]
  const quad = from.at(-1)
  if (quad === undefined) return editor
  const rest = from.slice(0, -1)
  const gone = [...to, editor.quad]
  const stacks = way === 'undone' ? { past: rest, future: gone } : { past: gone, future: rest }
  return { ...editor, ...stacks, quad, nudging: false, fault: null }
}
