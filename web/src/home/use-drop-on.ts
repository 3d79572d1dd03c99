import { useState } from 'react'
import type { DragEvent } from 'react'
import { readDrop } from '../jobs/intake/read-drop.ts'

type OnFiles = (files: readonly File[], unread: readonly string[]) => void

/**
 * Handlers by which an element takes dropped files, and how many are dragged over it, null when none are. They
 * keep these events from public/early.js, which refuses files everywhere else on the page.
 */
export function useDropOn(onFiles: OnFiles) {
  const [dragged, setDragged] = useState<number | null>(null)
  const end = () => setDragged(null)
  const onDragOver = (event: DragEvent) => {
    if (!accept(event)) return
    event.dataTransfer.dropEffect = 'copy'
    setDragged(countFiles(event.dataTransfer))
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) end()
  }
  const onDrop = (event: DragEvent) => {
    if (!accept(event)) return
    end()
    void readDrop(event.dataTransfer).then(({ files, unread }) => onFiles(files, unread))
  }
  // A pointer moves again only once the drag is over, even if its end was missed.
  return { dragged, handlers: { onDragOver, onDragLeave, onDrop, onPointerMove: end } }
}

/** Takes the event if it carries files. */
function accept(event: DragEvent): boolean {
  if (!event.dataTransfer.types.includes('Files')) return false
  event.preventDefault()
  event.stopPropagation()
  return true
}

/** Files being dragged; 0 where the browser does not say. */
function countFiles({ items }: DataTransfer): number {
  return [...items].filter(({ kind }) => kind === 'file').length
}
