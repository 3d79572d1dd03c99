import { frCamscan } from '../messages-camscan.fr.ts'
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
      title={frCamscan.partial.title(files, credits)}
      text={frCamscan.partial.text}
      onCancel={() => answer('cancel')}
    >
      <button type="button" className="btn btn-p" onClick={() => answer('first')}>
        {frCamscan.partial.first(credits)}
      </button>
      <button type="button" className="btn btn-s" onClick={() => answer('recharge')}>
        {frCamscan.partial.recharge}
      </button>
    </QuestionDialog>
  )
}

function PagesQuestion({ name, pages, credits, answer }: Of<'pages'>) {
  const payable = Math.min(pages, credits)
  return (
    <QuestionDialog
      title={frCamscan.pages.title(pages)}
      text={frCamscan.pages.text(name, credits)}
      onCancel={() => answer(0)}
    >
      <button type="button" className="btn btn-p full" onClick={() => answer(payable)}>
        {payable === pages ? frCamscan.pages.all(pages) : frCamscan.pages.first(payable)}
      </button>
    </QuestionDialog>
  )
}

function RemovalQuestion({ files, answer }: Of<'removal'>) {
  return (
    <QuestionDialog
      title={frCamscan.removal.title(files)}
      text={frCamscan.removal.text}
      onCancel={() => answer(false)}
    >
      <button type="button" className="btn btn-p full" onClick={() => answer(true)}>
        {frCamscan.removal.confirm}
      </button>
    </QuestionDialog>
  )
}
