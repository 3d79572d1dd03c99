import { useId, useState } from 'react'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { dossierWords } from '#words/dossier'
import { renderingWords } from '#words/rendering'
import { shellWords } from '#words/shell'
import { Dialog } from '../../ui/Dialog.tsx'
import { QuestionDialog } from '../../ui/QuestionDialog.tsx'
import { PagesDialog } from './PagesDialog.tsx'
import { WithoutResult } from './WithoutResult.tsx'
import type { Question } from '../../jobs/store.ts'
import { classes } from '../../ui/classes.ts'
import * as dialog from '../../ui/Dialog.module.css'
import * as button from '../../ui/sheets/button.module.css'
import * as field from '../../ui/sheets/field.module.css'
import * as styles from './Questions.module.css'

/** The question the desk is waiting on. */
export function DeskQuestion({ question }: { question: Question }) {
  switch (question.kind) {
    case 'partial':
      return <PartialQuestion {...question} />
    case 'price':
      return <PriceQuestion {...question} />
    case 'pages':
      return <PagesDialog {...question} />
    case 'rendering':
      return <RenderingQuestion {...question} />
    case 'removal':
      return <RemovalQuestion {...question} />
    case 'page-removal':
      return <PageRemovalQuestion {...question} />
    case 'left-out':
      return <LeftOutNotice {...question} />
    case 'name':
      return <NameQuestion {...question} />
  }
}

type Of<K extends Question['kind']> = Extract<Question, { kind: K }>

function PartialQuestion({ of, files, credits, answer }: Of<'partial'>) {
  const words = of === 'files' ? camscanWords.partial : deskWords.documents.partial
  return (
    <QuestionDialog title={words.title(files, credits)} text={words.text} onCancel={() => answer('cancel')}>
      <button type="button" className={button.secondary} onClick={() => answer('recharge')}>
        {camscanWords.partial.recharge}
      </button>
      <button type="button" className={button.primary} onClick={() => answer('first')}>
        {camscanWords.partial.first(credits)}
      </button>
    </QuestionDialog>
  )
}

function PriceQuestion({ files, credits, answer }: Of<'price'>) {
  return (
    <QuestionDialog
      title={camscanWords.price.title(files)}
      text={camscanWords.price.text(credits)}
      onCancel={() => answer(false)}
    >
      <button type="button" className={button.primary} onClick={() => answer(true)}>
        {camscanWords.price.confirm(files)}
      </button>
    </QuestionDialog>
  )
}

function RenderingQuestion({ pages, balance, answer }: Of<'rendering'>) {
  const words = renderingWords.question
  return (
    <QuestionDialog
      title={words.title(pages)}
      text={words.text(pages, balance)}
      onCancel={() => answer(false)}
    >
      <button type="button" className={button.primary} onClick={() => answer(true)}>
        {words.confirm(pages)}
      </button>
    </QuestionDialog>
  )
}

function RemovalQuestion({ files, answer }: Of<'removal'>) {
  return (
    <QuestionDialog
      title={camscanWords.removal.title(files)}
      text={camscanWords.removal.text}
      onCancel={() => answer(false)}
    >
      <button type="button" className={button.danger} onClick={() => answer(true)}>
        {camscanWords.removal.confirm}
      </button>
    </QuestionDialog>
  )
}

function PageRemovalQuestion({ others, answer }: Of<'page-removal'>) {
  return (
    <QuestionDialog
      title={deskWords.removePage.title}
      text={deskWords.removePage.text(others)}
      onCancel={() => answer(false)}
    >
      <button type="button" className={button.danger} onClick={() => answer(true)}>
        {camscanWords.removal.confirm}
      </button>
    </QuestionDialog>
  )
}

function LeftOutNotice({ pages, without, answer }: Of<'left-out'>) {
  const id = useId()
  return (
    <Dialog className={classes(dialog.dialog, dialog.question)} labelledBy={id} onClose={answer}>
      <h2 id={id}>{deskWords.leftOut.title(pages, pages + without.length)}</h2>
      <p>{deskWords.leftOut.text(without.length)}</p>
      <WithoutResult pages={without} />
      <div className={dialog.answers}>
        <button type="button" className={button.primary} onClick={() => answer()}>
          {shellWords.ok}
        </button>
      </div>
    </Dialog>
  )
}

function NameQuestion({ name, answer }: Of<'name'>) {
  const [typed, setTyped] = useState(name)
  const words = dossierWords.renaming
  return (
    <QuestionDialog
      title={words.title}
      text={words.text}
      onCancel={() => answer(null)}
      details={
        <form
          id="name"
          className={styles.name}
          onSubmit={(event) => {
            event.preventDefault()
            answer(typed.trim())
          }}
        >
          <label className={field.field}>
            <span>{words.name}</span>
            <input
              maxLength={200}
              required
              autoFocus
              value={typed}
              onFocus={({ currentTarget }) => currentTarget.select()}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </label>
        </form>
      }
    >
      <button type="submit" form="name" className={button.primary} disabled={typed.trim() === ''}>
        {words.confirm}
      </button>
    </QuestionDialog>
  )
}
