import { useEffect, useId, useRef } from 'react'

/*
 * Anything covering the whole page adds a history entry, so that Back, above all a phone's gesture, closes the
 * cover and not the page. The router never sees these entries: the URL and the focus stay as they are.
 */

type Entry = { readonly cover?: string; readonly key?: string } | null

type Cover = { readonly id: string; readonly key: string | undefined; readonly close: () => void }

/** The open covers, the topmost last. It may refuse to close, to ask a question first. */
let covers: readonly Cover[] = []
/** A stale entry is being removed with `history.back()`. */
let leaving = false

/** Makes Back call `close` while the caller is mounted. Null covers nothing. */
export function useCover(close: (() => void) | null): void {
  const id = useId()
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  const closes = close !== null
  useEffect(() => {
    if (!closes) return
    const entry = history.state as Entry
    const cover = { id, key: entry?.key, close: () => latest.current?.() }
    covers = [...covers, cover]
    enter(id)
    return () => {
      covers = covers.filter((other) => other !== cover)
      // One task later, so that a cover opened in its place can reuse the entry.
      setTimeout(() => {
        if (coverOf(history.state) !== id) return
        const below = covers.at(-1)
        if (below === undefined) leave()
        else enter(below.id)
      })
    }
  }, [id, closes])
}

/** Listens for Back on behalf of all covers; call once, before the first one. */
export function watchCovers(): () => void {
  const onPopState = (event: PopStateEvent) => {
    const entry = event.state as Entry
    const open = covers.at(-1)
    if (leaving) {
      leaving = false
      event.stopImmediatePropagation()
    } else if (coverOf(entry) !== undefined && coverOf(entry) !== open?.id) {
      // Forward to a closed cover, or back to one from before a reload: nothing to show.
      event.stopImmediatePropagation()
      leave()
    } else if (open !== undefined && entry?.key === open.key) {
      event.stopImmediatePropagation()
      open.close()
      setTimeout(() => {
        const left = covers.at(-1)
        if (left !== undefined) enter(left.id)
      })
    }
  }
  // In the capture phase, to run before the router.
  window.addEventListener('popstate', onPopState, true)
  // Left over from before a reload.
  if (coverOf(history.state) !== undefined) leave()
  return () => window.removeEventListener('popstate', onPopState, true)
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
