import { useEffect, useState } from 'react'
import { readDrop } from '../jobs/intake/read-drop.ts'
import { camscanWords } from '#words/camscan'
import { awayText } from '../shell/away.ts'
import { showAlert } from '../ui/notices.ts'

type DropOptions = {
  /** The service is away: what is dropped meanwhile is refused aloud. */
  disabled: boolean
  /** `unread` names what was dropped and could not be read. */
  onFiles: (files: readonly File[], unread?: readonly string[]) => void
}

/** A drag tells of itself at least every half second; one that has fallen silent for so long is over. */
const dragSilenceMs = 1_000

/**
 * Drops anywhere in the window, folders included, and pictures pasted outside text fields. Answers how many files are carried
 * over the page, null when none are. Heard at the window, whatever a drop falls on: an element of the page may be gone by
 * the time its own handler would run, and what nobody takes the browser opens in the page's place.
 */
export function useFileDrop({ disabled, onFiles }: DropOptions): number | null {
  const [dragged, setDragged] = useState<number | null>(null)
  useEffect(() => {
    const drag = watchDrags(setDragged)
    const drop = (event: DragEvent) => {
      const carried = drag.takes(event)
      drag.end()
      if (!carried || event.dataTransfer === null) return
      event.preventDefault()
      if (disabled) showAlert(awayText())
      else if (carriesFiles(event.dataTransfer))
        void readDrop(event.dataTransfer).then(({ files, unread }) => onFiles(files, unread))
      else showAlert(camscanWords.desk.noFile)
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isTextField(event.target)) return
      if (disabled) showAlert(awayText())
      else onFiles(files)
    }
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      drag.stop()
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [disabled, onFiles])
  return dragged
}

/** Tells `show` what is carried over the window. */
function watchDrags(show: (files: number | null) => void) {
  const listeners = new AbortController()
  let silence: ReturnType<typeof setTimeout>
  /** A picture of the page itself, which a browser carries as a file like any other. */
  let own = false
  const takes = ({ dataTransfer, target }: DragEvent) =>
    !own && (carriesFiles(dataTransfer) || !isTextField(target))
  const end = () => {
    clearTimeout(silence)
    show(null)
  }
  const over = (event: DragEvent) => {
    if (!takes(event)) return
    // Or the page is left for the file.
    event.preventDefault()
    if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return
    // public/early.js, which hears it first, has refused it.
    event.dataTransfer.dropEffect = 'copy'
    show(countFiles(event.dataTransfer))
    clearTimeout(silence)
    silence = setTimeout(end, dragSilenceMs)
  }
  const leave = ({ relatedTarget }: DragEvent) => {
    // Only leaving the window has nothing to go to.
    if (relatedTarget === null) end()
  }
  const options = { signal: listeners.signal }
  window.addEventListener('dragstart', () => (own = true), options)
  // The end is not heard here where the picture is gone by then, but no pointer moves before it.
  for (const name of ['dragend', 'pointermove']) window.addEventListener(name, () => (own = false), options)
  // Not `dragenter`, which React plays again from before the page was alive, even when its drop is long past.
  window.addEventListener('dragover', over, options)
  window.addEventListener('dragleave', leave, options)
  const stop = () => {
    listeners.abort()
    end()
  }
  return { takes, end, stop }
}

function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}

/** Files under way; 0 where the browser does not tell. */
function countFiles(data: DataTransfer | null): number {
  return [...(data?.items ?? [])].filter(({ kind }) => kind === 'file').length
}

function isTextField(target: EventTarget | null): boolean {
  const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable]'
  return target instanceof HTMLElement && target.closest(fields) !== null
}
