import { useId } from 'react'
import type { ReactNode } from 'react'
import { shellWords } from '#words/shell'
import { Dialog } from './Dialog.tsx'
import * as button from './sheets/button.module.css'
import { classes } from './classes.ts'
import * as dialog from './Dialog.module.css'

type QuestionProps = {
  readonly title: string
  readonly text: string
  readonly onCancel: () => void
  /** What the answer depends on, shown between the text and the answers. */
  readonly details?: ReactNode
  /** The answers, likeliest last, after « Annuler », which has the focus: a stray key press changes nothing. */
  readonly children: ReactNode
}

export function QuestionDialog({ title, text, onCancel, details, children }: QuestionProps) {
  const id = useId()
  return (
    <Dialog className={classes(dialog.dialog, dialog.question)} labelledBy={id} onClose={onCancel}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {details}
      <div className={dialog.answers}>
        <button type="button" className={classes(button.ghost, dialog.cancel)} onClick={onCancel}>
          {shellWords.cancel}
        </button>
        {children}
      </div>
    </Dialog>
  )
}
