import { frCamscan } from '../messages-camscan.fr.ts'
import { QuestionDialog } from '../ui/QuestionDialog.tsx'
import { PagesDialog } from './PagesDialog.tsx'
import type { Question } from './store.ts'
import * as button from '../ui/button.module.css'
import * as styles from './Questions.module.css'

/** The question that the desk waits for. */
export function DeskQuestion({ question }: { question: Question }) {
  switch (question.kind) {
    case 'partial':
      return <PartialQuestion {...question} />
    case 'price':
      return <PriceQuestion {...question} />
    case 'pages':
      return <PagesDialog {...question} />
    case 'removal':
      return <RemovalQuestion {...question} />
    case 'incomplete':
      return <IncompleteQuestion {...question} />
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
      <button type="button" className={button.secondary} onClick={() => answer('recharge')}>
        {frCamscan.partial.recharge}
      </button>
      <button type="button" className={button.primary} onClick={() => answer('first')}>
        {frCamscan.partial.first(credits)}
      </button>
    </QuestionDialog>
  )
}

function PriceQuestion({ files, credits, answer }: Of<'price'>) {
  return (
    <QuestionDialog
      title={frCamscan.price.title(files)}
      text={frCamscan.price.text(credits)}
      onCancel={() => answer(false)}
    >
      <button type="button" className={button.primary} onClick={() => answer(true)}>
        {frCamscan.price.confirm(files)}
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
      <button type="button" className={button.danger} onClick={() => answer(true)}>
        {frCamscan.removal.confirm}
      </button>
    </QuestionDialog>
  )
}

function IncompleteQuestion({ pages, without, answer }: Of<'incomplete'>) {
  return (
    <QuestionDialog
      title={frCamscan.incomplete.title(pages, pages + without.length)}
      text={frCamscan.incomplete.text(without.length)}
      onCancel={() => answer(false)}
      details={
        // Scrolled with the keyboard too.
        <ul className={styles.without} tabIndex={0}>
          {without.map(({ name, status }, index) => (
            <li key={index}>
              <b>{name}</b> · {status}
            </li>
          ))}
        </ul>
      }
    >
      <button type="button" className={button.primary} onClick={() => answer(true)}>
        {frCamscan.incomplete.confirm(pages)}
      </button>
    </QuestionDialog>
  )
}
