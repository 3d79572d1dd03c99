import { useEffect, useId, useRef } from 'react'

/*
 * What covers the whole page is an entry in the browser's history, so that going back — a phone's gesture above all — takes
 * the cover away and not the page. The router never hears of these entries: the address stays, and so does the focus.
 */

type Entry = { readonly cover?: string; readonly key?: string } | null

/** The one that is open, and how it is asked to close; it may stay, to ask a question first. */
let open: { readonly id: string; readonly key: string | undefined; readonly close: () => void } | null = null
/** An entry that was left behind is being taken away. */
let leaving = false

/** Has Back call `close` for as long as the caller is on the page. Null covers nothing. */
export function useCover(close: (() => void) | null): void {
  const id = useId()
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  const covers = close !== null
  useEffect(() => {
    if (!covers) return
    const entry = history.state as Entry
    open = { id, key: entry?.key, close: () => latest.current?.() }
    enter(id)
    return () => {
      open = null
      // A task later: what opens in its place takes the entry over.
      setTimeout(() => {
        if (open === null && coverOf(history.state) === id) leave()
      })
    }
  }, [id, covers])
}

/** Hears Back for the covers; to be called once, before the first of them. */
export function watchCovers(): () => void {
  const hear = (event: PopStateEvent) => {
    const entry = event.state as Entry
    if (leaving) {
      leaving = false
      event.stopImmediatePropagation()
    } else if (coverOf(entry) !== undefined && coverOf(entry) !== open?.id) {
      // Forward to a cover that was closed, or back to one from before a reload: there is nothing to show.
      event.stopImmediatePropagation()
      leave()
    } else if (open !== null && entry?.key === open.key) {
      event.stopImmediatePropagation()
      const { id, close } = open
      close()
      setTimeout(() => {
        if (open?.id === id) enter(id)
      })
    }
  }
  // Before the router, which listens without capturing.
  window.addEventListener('popstate', hear, true)
  // From before a reload.
  if (coverOf(history.state) !== undefined) leave()
  return () => window.removeEventListener('popstate', hear, true)
}

function enter(id: string): void {
  const entry = { ...(history.state as object | null), cover: id }
  if (coverOf(history.state) === undefined) history.pushState(entry, '')
  else history.replaceState(entry, '')
}

function leave(): void {
  if (leaving) return
  leaving = true
  history.back()
}

function coverOf(entry: unknown): string | undefined {
  return (entry as Entry)?.cover
}
