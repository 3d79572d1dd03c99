import { useEffect, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { frCamscan } from '../messages-camscan.fr.ts'
import { showAlert } from '../ui/notices.ts'

type DropOptions = { disabled: boolean; onFiles: (files: readonly File[]) => void }

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
    const enter = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) setDragged(countFiles(event.dataTransfer))
    }
    const leave = (event: DragEvent) => {
      // Only leaving the window has nothing to go to.
      if (event.relatedTarget === null) setDragged(null)
    }
    const end = () => setDragged(null)
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0 && !isTextField(event.target)) onFiles(files)
    }
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', end, true)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragenter', enter)
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
