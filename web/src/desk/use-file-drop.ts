import { useEffect, useState } from 'react'
import { readDrop } from '../jobs/intake/read-drop.ts'
import { camscanWords } from '#words/camscan'
import { awayText } from '../shell/away.ts'
import { showAlert } from '../ui/notices/notices.ts'

type DropOptions = {
  /** The service is down: drops are refused with a message. */
  disabled: boolean
  /** `unread` names the dropped items that could not be read. */
  onFiles: (files: readonly File[], unread?: readonly string[]) => void
}

/** `dragover` fires at least every half second; without one for this long, the drag has ended. */
const dragSilenceMs = 1_000

/**
 * Takes files and folders dropped anywhere in the window, and images pasted outside text fields. Returns how
 * many files are being dragged over the page, null when none are. Listens on the window because an element may
 * be gone by the time its own handler runs, and an unhandled drop makes the browser open the file instead.
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

/** Calls `show` with the number of files dragged over the window. */
function watchDrags(show: (files: number | null) => void) {
  const listeners = new AbortController()
  let silence: ReturnType<typeof setTimeout>
  /** The drag is of one of the page's own images, which browsers report as a file. */
  let own = false
  const takes = ({ dataTransfer, target }: DragEvent) =>
    !own && (carriesFiles(dataTransfer) || !isTextField(target))
  const end = () => {
    clearTimeout(silence)
    show(null)
  }
  const over = (event: DragEvent) => {
    if (!takes(event)) return
    // Without this, the browser navigates to the dropped file.
    event.preventDefault()
    if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return
    // Undoes the refusal by public/early.js, which runs first.
    event.dataTransfer.dropEffect = 'copy'
    show(countFiles(event.dataTransfer))
    clearTimeout(silence)
    silence = setTimeout(end, dragSilenceMs)
  }
  const leave = ({ relatedTarget }: DragEvent) => {
    // Null only when the pointer leaves the window.
    if (relatedTarget === null) end()
  }
  const options = { signal: listeners.signal }
  window.addEventListener('dragstart', () => (own = true), options)
  // `dragend` is lost if the image was removed meanwhile; `pointermove` never fires before the drag is over.
  for (const name of ['dragend', 'pointermove']) window.addEventListener(name, () => (own = false), options)
  // Not `dragenter`: React replays one from before hydration, even when its drop is long past.
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

/** Files being dragged; 0 where the browser does not say. */
function countFiles(data: DataTransfer | null): number {
  return [...(data?.items ?? [])].filter(({ kind }) => kind === 'file').length
}

function isTextField(target: EventTarget | null): boolean {
  const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable]'
  return target instanceof HTMLElement && target.closest(fields) !== null
}
