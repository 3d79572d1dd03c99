import { useLayoutEffect, useRef } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { useCover } from './browser/cover.ts'
import * as styles from './Dialog.module.css'

type DialogProps = {
  readonly labelledBy: string
  readonly children: ReactNode
  readonly className?: string
  readonly role?: 'alertdialog'
  /** Called on Escape; without it the dialog cannot be dismissed. */
  readonly onClose?: () => void
  /** Covers the whole page like a page of its own: Back closes it too. */
  readonly cover?: boolean
}

/** A native modal dialog: the browser traps and restores the focus. */
export function Dialog({
  labelledBy,
  children,
  className = styles.dialog,
  role,
  onClose,
  cover,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  // A layout effect, to close it before the element is removed: otherwise the focus is not restored.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  useCover(cover && onClose ? onClose : null)
  // On keydown as well: browsers let `cancel` be prevented only once in a row. Propagation stops because React
  // also bubbles the event to enclosing dialogs.
  const ask = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onClose?.()
  }
  return (
    <dialog
      ref={ref}
      className={className}
      role={role}
      aria-labelledby={labelledBy}
      onKeyDown={(event) => {
        if (event.key === 'Escape') ask(event)
      }}
      onCancel={ask}
    >
      {children}
    </dialog>
  )
}
