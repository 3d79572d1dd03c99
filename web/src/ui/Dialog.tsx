import { useLayoutEffect, useRef } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { useCover } from './browser/cover.ts'
import * as styles from './Dialog.module.css'

type DialogProps = {
  readonly labelledBy: string
  readonly children: ReactNode
  readonly className?: string
  readonly role?: 'alertdialog'
  /** Called for Escape; without it the dialog cannot be left. */
  readonly onClose?: () => void
  /** It covers the whole page as if it were one: Back closes it too. */
  readonly cover?: boolean
}

/** A modal of the platform: the browser keeps the focus inside, gives it back, and hears Escape. */
export function Dialog({
  labelledBy,
  children,
  className = styles.dialog,
  role,
  onClose,
  cover,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  // A layout effect closes before the element is taken away; only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  useCover(cover && onClose ? onClose : null)
  // By the key and not only by `cancel`, which a browser lets nobody hold back twice in a row; and by one dialog alone,
  // for React tells those around it too.
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
