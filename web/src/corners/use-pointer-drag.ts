import type { Point } from '@equerre/geometry/point'
import { pointDistance } from '@equerre/geometry/point'
import { useRef } from 'react'
import type { PointerEvent } from 'react'
import type { Editor, EditorEvent } from './quad/editor.ts'
import { handlePlace, nearestHandle } from './quad/handles.ts'
import type { Handle } from './quad/handles.ts'

type Press = {
  readonly pointer: number
  readonly from: Point
  readonly handle: Handle
  readonly chosenBefore: Handle | null
  moved: boolean
}

type DragOptions = {
  readonly editor: Editor
  /** Screen pixels per photo pixel. */
  readonly scale: number
  readonly dispatch: (event: EditorEvent) => void
  readonly focus: (handle: Handle) => void
}

/** A press that moves less than this is a tap. */
const tapPx = 4
/** A tap within this distance of a handle chooses it; further away it moves the chosen corner there. */
const choosePx = 36

/**
 * Pointer input on the stage: a drag from anywhere moves the nearest handle. For users who cannot drag, a tap
 * chooses a handle and a tap elsewhere moves it there.
 */
export function usePointerDrag({ editor, scale, dispatch, focus }: DragOptions) {
  const press = useRef<Press | null>(null)
  const place = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point => {
    const frame = currentTarget.querySelector('[data-photo]')?.getBoundingClientRect()
    return [(clientX - (frame?.left ?? 0)) / scale, (clientY - (frame?.top ?? 0)) / scale]
  }
  const tap = (at: Point, { handle, chosenBefore }: Press) => {
    const near = pointDistance(at, handlePlace(editor.zone.quad, handle)) * scale <= choosePx
    if (near || chosenBefore?.kind !== 'corner') dispatch({ type: 'chosen', handle })
    else {
      dispatch({ type: 'chosen', handle: chosenBefore })
      dispatch({ type: 'placed', at })
    }
    focus(near || chosenBefore === null ? handle : chosenBefore)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || press.current !== null) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      const from = place(event)
      const handle = nearestHandle(editor.zone.quad, from)
      press.current = { pointer: event.pointerId, from, handle, chosenBefore: editor.chosen, moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = press.current
      if (held?.pointer !== event.pointerId) return
      const [x, y] = place(event)
      const by: Point = [x - held.from[0], y - held.from[1]]
      if (!held.moved && Math.hypot(...by) * scale < tapPx) return
      if (!held.moved) {
        // Before `grabbed`: focusing chooses the handle, which would end the drag.
        focus(held.handle)
        dispatch({ type: 'grabbed', handle: held.handle })
      }
      held.moved = true
      dispatch({ type: 'dragged', by })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const held = press.current
      if (held?.pointer !== event.pointerId) return
      press.current = null
      if (held.moved) dispatch({ type: 'dropped' })
      else tap(held.from, held)
    },
    onPointerCancel: () => {
      press.current = null
      dispatch({ type: 'dropped' })
    },
  }
}
