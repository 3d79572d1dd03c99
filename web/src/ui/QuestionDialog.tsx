import { useId } from 'react'
import type { ReactNode } from 'react'
import { fr } from '../messages.fr.ts'
import { Dialog } from './Dialog.tsx'

type QuestionProps = {
  readonly title: string
  readonly text: string
  readonly onCancel: () => void
  /** What the answer depends on, between the text and the answers. */
  readonly details?: ReactNode
  /** The answers, the likeliest last; before them stands « Annuler », which has the focus: a key too many changes nothing. */
  readonly children: ReactNode
}

export function QuestionDialog({ title, text, onCancel, details, children }: QuestionProps) {
  const id = useId()
  return (
    <Dialog className="dlg ask" labelledBy={id} onClose={onCancel}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {details}
      <div className="acts">
        <button type="button" className="btn btn-g" onClick={onCancel}>
          {fr.cancel}
        </button>
        {children}
      </div>
    </Dialog>
  )
}
