import { useEffect, useState } from 'react'
import type { DragEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { sightOf } from './sight.ts'
import type { Carry } from './use-carry.ts'

type Point = { readonly x: number; readonly y: number }

/** A pointer pressed on a tile. */
type Press = {
  readonly pointer: number
  readonly id: string
  /** Pointer position relative to the tile's top left corner. */
  readonly grip: Point
  readonly start: Point
  /** A finger on the picture may want to scroll: it lifts the tile only by a long press. */
  readonly waits: boolean
  last: Point
  lifted: boolean
  timer?: ReturnType<typeof setTimeout>
}

/** Smaller movements are taps. */
const tapPx = 5
/** Duration of a long press. */
const stayMs = 350
/** Carrying a tile this close to the visible edge scrolls the page, faster towards the edge. */
const edgePx = 72
const scrollPxAtEdge = 18

/** Moves tiles by mouse, pen or finger. A finger drags by the tile's number at once, or anywhere after a long press. */
export function useHandCarry(frame: RefObject<HTMLElement | null>, carry: Carry, carries: boolean) {
  const [hand] = useState(() => handOf(frame, carry))
  const [handlers] = useState(() => handlersOf(hand, carry))
  // Prevents scrolling while a tile is carried. React's touch listeners are passive, so this one is added manually.
  useEffect(() => {
    const sheet = frame.current
    const hold = (event: TouchEvent) => {
      if (carry.now()?.by === 'hand') event.preventDefault()
    }
    sheet?.addEventListener('touchmove', hold, { passive: false })
    return () => sheet?.removeEventListener('touchmove', hold)
  }, [frame, carry])
  useEffect(() => {
    if (!carries) return
    let asked = requestAnimationFrame(function scroll() {
      hand.scroll()
      asked = requestAnimationFrame(scroll)
    })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hand.letGo(carry.cancel)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      cancelAnimationFrame(asked)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [carries, hand, carry])
  return handlers
}

type Hand = ReturnType<typeof handOf>

function handOf(frame: RefObject<HTMLElement | null>, carry: Carry) {
  let press: Press | null = null
  /** Suppresses the click that follows a drag. */
  let dropped = false
  const cornerOf = ({ grip, last }: Press): Point => {
    const sheet = frame.current?.getBoundingClientRect()
    return { x: last.x - (sheet?.left ?? 0) - grip.x, y: last.y - (sheet?.top ?? 0) - grip.y }
  }
  const lift = (held: Press) => {
    held.lifted = true
    frame.current?.setPointerCapture(held.pointer)
    carry.lift(held.id, 'hand', cornerOf(held))
  }
  const letGo = (end: () => void) => {
    clearTimeout(press?.timer)
    if (press?.lifted) {
      dropped = true
      setTimeout(() => (dropped = false))
      end()
    }
    press = null
  }
  return {
    pressed: () => press,
    dropped: () => dropped,
    letGo,
    press: (taken: Press) => {
      press = taken
      if (taken.waits) taken.timer = setTimeout(() => lift(taken), stayMs)
    },
    move: (held: Press, last: Point) => {
      held.last = last
      const far = Math.hypot(last.x - held.start.x, last.y - held.start.y)
      if (held.lifted) carry.over(cornerOf(held))
      else if (held.waits && far > tapPx) letGo(carry.cancel)
      else if (!held.waits && far >= tapPx) lift(held)
    },
    scroll: () => {
      const by = press?.lifted ? scrollAt(press.last.y) : 0
      if (press === null || by === 0) return
      window.scrollBy(0, by)
      carry.over(cornerOf(press))
    },
  }
}

/** Event handlers for the sheet. */
function handlersOf(hand: Hand, carry: Carry) {
  const isOf = ({ pointerId }: PointerEvent) => hand.pressed()?.pointer === pointerId
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (hand.pressed() !== null || carry.now() !== null) return
      const taken = pressOf(event)
      if (taken !== null) hand.press(taken)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = hand.pressed()
      if (held !== null && isOf(event)) hand.move(held, { x: event.clientX, y: event.clientY })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (isOf(event)) hand.letGo(carry.put)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      if (isOf(event)) hand.letGo(carry.cancel)
    },
    onClickCapture: (event: MouseEvent) => {
      if (!hand.dropped()) return
      event.stopPropagation()
      event.preventDefault()
    },
    // The browser would drag the picture instead of the tile.
    onDragStart: (event: DragEvent) => event.preventDefault(),
    // Suppresses the browser's menu for long presses on pictures.
    onContextMenu: (event: MouseEvent) => {
      if (hand.pressed()?.waits) event.preventDefault()
    },
  }
}

/** The press that may become a drag; null on a tile's other buttons and outside of tiles. */
function pressOf(event: PointerEvent<HTMLElement>): Press | null {
  const { target, pointerId, pointerType, clientX: x, clientY: y, button, isPrimary } = event
  if (button !== 0 || !isPrimary || !(target instanceof Element)) return null
  const tile = target.closest('[data-tile]')
  const pressed = target.closest('button')
  if (tile === null || pressed?.matches(':not([data-handle], [data-open])')) return null
  const box = tile.getBoundingClientRect()
  return {
    pointer: pointerId,
    id: tile.getAttribute('data-tile') ?? '',
    grip: { x: x - box.left, y: y - box.top },
    start: { x, y },
    last: { x, y },
    waits: pointerType === 'touch' && !pressed?.matches('[data-handle]'),
    lifted: false,
  }
}

/** Pixels to scroll per frame while the pointer is at window position `y`. */
function scrollAt(y: number): number {
  const { top, bottom } = sightOf()
  const [above, below] = [top + edgePx - y, y - (bottom - edgePx)]
  const share = Math.min(1, Math.max(above, below) / edgePx)
  return share <= 0 ? 0 : Math.round(share * scrollPxAtEdge) * (above > below ? -1 : 1)
}
