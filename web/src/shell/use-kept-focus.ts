import { useCallback, useRef } from 'react'
import type { FocusEvent } from 'react'

/** Where the focus was, with what helps to find a substitute once the element is gone. */
type Place = {
  readonly element: HTMLElement
  readonly card: HTMLElement | null
  /** The card's position in the list. */
  readonly index: number
}

/**
 * Keeps the focus for keyboard users: when the focused element is removed (a finished button, a deleted card, a
 * dialog's opener), the nearest remaining element takes it. Checks on every change of the document, for dialogs close
 * anywhere in it. A page leaves the focus of the dialogs above it to them, and a dialog that of those above it.
 */
export function useKeptFocus() {
  const root = useRef<HTMLElement | null>(null)
  const place = useRef<Place | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    root.current = element
    if (element === null) return
    const observer = new MutationObserver(() => {
      if (place.current !== null && document.activeElement === document.body)
        nearest(place.current, element)?.focus()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  const isAbove = (target: Element | null) => dialogOf(target) !== dialogOf(root.current)
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      if (root.current !== null && !isAbove(target))
        place.current = placeOf(target as HTMLElement, root.current)
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (isAbove(target) || (relatedTarget !== null && isAbove(relatedTarget))) return
      // One task later, to tell whether the user moved the focus or the element was removed.
      setTimeout(() => {
        const left = place.current?.element === target && target.isConnected && document.hasFocus()
        if (left && document.activeElement !== target) place.current = null
      })
    },
  }
}

function dialogOf(target: Element | null): Element | null {
  return target?.closest('dialog') ?? null
}

function placeOf(element: HTMLElement, root: HTMLElement): Place {
  const card = element.closest<HTMLElement>('article')
  return { element, card, index: card === null ? -1 : Math.max(0, cardsIn(root).indexOf(card)) }
}

function nearest({ element, card, index }: Place, root: HTMLElement): HTMLElement | null {
  if (element.isConnected) return element
  if (card?.isConnected) return card
  const others = card === null ? [] : cardsIn(root)
  return (
    others[index] ??
    others.at(-1) ??
    root.querySelector<HTMLElement>('[data-toolbar] h2') ??
    root.querySelector<HTMLElement>('[data-drop-zone] button')
  )
}

function cardsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-jobs] > article, [data-sheet] article')]
}
