import { fr } from '../messages.fr.ts'
import { QuestionDialog } from '../ui/QuestionDialog.tsx'
import type { Question } from './store.ts'

/** The question that the desk waits for. */
export function DeskQuestion({ question }: { question: Question }) {
  switch (question.kind) {
    case 'partial':
      return <PartialQuestion {...question} />
    case 'pages':
      return <PagesQuestion {...question} />
    case 'removal':
      return <RemovalQuestion {...question} />
  }
}

type Of<K extends Question['kind']> = Extract<Question, { kind: K }>

function PartialQuestion({ files, credits, answer }: Of<'partial'>) {
  return (
    <QuestionDialog
      title={fr.partial.title(files, credits)}
      text={fr.partial.text}
      onCancel={() => answer('cancel')}
    >
      <button type="button" className="btn btn-p" onClick={() => answer('first')}>
        {fr.partial.first(credits)}
      </button>
      <button type="button" className="btn btn-s" onClick={() => answer('recharge')}>
        {fr.partial.recharge}
      </button>
    </QuestionDialog>
  )
}

function PagesQuestion({ name, pages, credits, answer }: Of<'pages'>) {
  const payable = Math.min(pages, credits)
  return (
    <QuestionDialog
      title={fr.pages.title(pages)}
      text={fr.pages.text(name, credits)}
      onCancel={() => answer(0)}
    >
      <button type="button" className="btn btn-p full" onClick={() => answer(payable)}>
        {payable === pages ? fr.pages.all(pages) : fr.pages.first(payable)}
      </button>
    </QuestionDialog>
  )
}

function RemovalQuestion({ files, answer }: Of<'removal'>) {
  return (
    <QuestionDialog title={fr.removal.title(files)} text={fr.removal.text} onCancel={() => answer(false)}>
      <button type="button" className="btn btn-p full" onClick={() => answer(true)}>
        {fr.removal.confirm}
      </button>
    </QuestionDialog>
  )
}
