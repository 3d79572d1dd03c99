import { useEffect, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { frCamscan } from '../messages-camscan.fr.ts'
import { showAlert } from '../ui/notices.ts'

type DropOptions = { disabled: boolean; onFiles: (files: readonly File[]) => void }

/** A drag tells of itself at least every half second; one that has fallen silent for so long is over. */
const dragSilenceMs = 1_000

/** Drops anywhere in the window, folders included, and pictures pasted outside text fields. */
export function useFileDrop({ disabled, onFiles }: DropOptions) {
  const [dragged, setDragged] = useState<number | null>(null)
  const { getRootProps } = useDropzone({
    disabled,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: (files) => onFiles(files),
  })
  useEffect(() => {
    if (disabled) return
    let silence: ReturnType<typeof setTimeout>
    const end = () => setDragged(null)
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(end, dragSilenceMs)
    }
    // React plays a `dragenter` from before the page was alive again, even when its drop is long past.
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      setDragged(countFiles(event.dataTransfer))
      listen()
    }
    const leave = (event: DragEvent) => {
      // Only leaving the window has nothing to go to.
      if (event.relatedTarget === null) end()
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0 && !isTextField(event.target)) onFiles(files)
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragover', listen)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', end, true)
    window.addEventListener('paste', paste)
    return () => {
      clearTimeout(silence)
      end()
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragover', listen)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', end, true)
      window.removeEventListener('paste', paste)
    }
  }, [disabled, onFiles])
  const rootProps = getRootProps({
    onDrop: (event) => {
      if (!disabled && !carriesFiles(event.dataTransfer)) showAlert(frCamscan.desk.noFile)
    },
  })
  return { rootProps, dragged }
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
