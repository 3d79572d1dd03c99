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
 * dialog's opener), the nearest remaining element takes it. Checks on every change below the element it is given
 * to, including dialogs that close.
 */
export function useKeptFocus() {
  const place = useRef<Place | null>(null)
  const ref = useCallback((page: HTMLElement | null) => {
    if (page === null) return
    const observer = new MutationObserver(() => {
      if (place.current !== null && document.activeElement === document.body) nearest(place.current)?.focus()
    })
    observer.observe(page, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      if (!inDialog(target)) place.current = placeOf(target as HTMLElement)
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (inDialog(target) || inDialog(relatedTarget)) return
      // One task later, to tell whether the user moved the focus or the element was removed.
      setTimeout(() => {
        const left = place.current?.element === target && target.isConnected && document.hasFocus()
        if (left && document.activeElement !== target) place.current = null
      })
    },
  }
}

function inDialog(target: Element | null): boolean {
  return target?.closest('dialog') != null
}

function placeOf(element: HTMLElement): Place {
  const card = element.closest<HTMLElement>('article')
  return { element, card, index: card === null ? -1 : Math.max(0, cards().indexOf(card)) }
}

function nearest({ element, card, index }: Place): HTMLElement | null {
  if (element.isConnected) return element
  if (card?.isConnected) return card
  const others = card === null ? [] : cards()
  return (
    others[index] ??
    others.at(-1) ??
    document.querySelector<HTMLElement>('[data-toolbar] h2') ??
    document.querySelector<HTMLElement>('[data-drop-zone] button')
  )
}

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-jobs] > article, [data-sheet] article')]
}
