import { useId } from 'react'
import type { ReactNode } from 'react'
import { fr } from '../messages.fr.ts'
import { Dialog } from '../ui/Dialog.tsx'
import type { Question } from './store.ts'

/** The question that the desk waits for. */
export function QuestionDialog({ question }: { question: Question }) {
  switch (question.kind) {
    case 'partial':
      return <PartialQuestion {...question} />
    case 'pages':
      return <PagesQuestion {...question} />
    case 'removal':
      return <RemovalQuestion {...question} />
  }
}

type FrameProps = { title: string; text: string; onCancel: () => void; children: ReactNode }

function Frame({ title, text, onCancel, children }: FrameProps) {
  const id = useId()
  return (
    <Dialog labelledBy={id} onClose={onCancel}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <div className="acts">
        {children}
        <button type="button" className="btn btn-s full" onClick={onCancel}>
          {fr.cancel}
        </button>
      </div>
    </Dialog>
  )
}

type Of<K extends Question['kind']> = Extract<Question, { kind: K }>

function PartialQuestion({ files, credits, answer }: Of<'partial'>) {
  return (
    <Frame title={fr.partial.title(files, credits)} text={fr.partial.text} onCancel={() => answer('cancel')}>
      <button type="button" className="btn btn-p" onClick={() => answer('first')}>
        {fr.partial.first(credits)}
      </button>
      <button type="button" className="btn btn-s" onClick={() => answer('recharge')}>
        {fr.partial.recharge}
      </button>
    </Frame>
  )
}

function PagesQuestion({ name, pages, credits, answer }: Of<'pages'>) {
  const payable = Math.min(pages, credits)
  return (
    <Frame title={fr.pages.title(pages)} text={fr.pages.text(name, credits)} onCancel={() => answer(0)}>
      <button type="button" className="btn btn-p full" onClick={() => answer(payable)}>
        {payable === pages ? fr.pages.all(pages) : fr.pages.first(payable)}
      </button>
    </Frame>
  )
}

function RemovalQuestion({ files, answer }: Of<'removal'>) {
  return (
    <Frame title={fr.removal.title(files)} text={fr.removal.text} onCancel={() => answer(false)}>
      <button type="button" className="btn btn-p full" onClick={() => answer(true)}>
        {fr.removal.confirm}
      </button>
    </Frame>
  )
}
