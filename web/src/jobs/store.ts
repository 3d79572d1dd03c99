import { create } from 'zustand'
import { reduceJobs } from './reducer.ts'
import type { JobEvent } from './reducer.ts'
import { awaitsReview } from './job.ts'
import type { Job } from './job.ts'
import type { Refusal } from './intake/intake.ts'
import type { PagesQuestion } from './runner.ts'

/** A question to the user that work depends on; `answer` takes the decision. */
export type Question =
  | {
      readonly kind: 'partial'
      /** What there are too many of. */
      readonly of: 'files' | 'documents'
      readonly files: number
      readonly credits: number
      readonly answer: (choice: 'first' | 'recharge' | 'cancel') => void
    }
  | ({
      readonly kind: 'pages'
      readonly answer: (pages: readonly number[]) => void
    } & PagesQuestion)
  | {
      readonly kind: 'price'
      readonly files: number
      readonly credits: number
      readonly answer: (confirmed: boolean) => void
    }
  | {
      /** Pages without a free rendering left. */
      readonly kind: 'rendering'
      readonly pages: number
      readonly balance: number
      readonly answer: (confirmed: boolean) => void
    }
  | { readonly kind: 'removal'; readonly files: number; readonly answer: (confirmed: boolean) => void }
  | {
      readonly kind: 'page-removal'
      /** How many pages of the PDF remain. */
      readonly others: number
      readonly answer: (confirmed: boolean) => void
    }
  | {
      /** No question: what a zip that has been saved does not hold. */
      readonly kind: 'left-out'
      readonly pages: number
      readonly without: readonly PageWithout[]
      readonly answer: (read: void) => void
    }
  | {
      readonly kind: 'name'
      readonly name: string
      /** Null to leave it. */
      readonly answer: (name: string | null) => void
    }

/** A page without a result, and its status. */
export type PageWithout = { readonly name: string; readonly status: string }

export type DossierPage = { readonly id: string; readonly name: string }

/** Pages to put together in one PDF. */
export type OpenDossier = {
  readonly pages: readonly DossierPage[]
  readonly without: readonly PageWithout[]
  /** Unless a name is chosen. */
  readonly fileName: string
  /** At once; otherwise there are options to choose first. */
  readonly begin: boolean
}

/** Results as tiles or files as cards. */
export type View = 'sheet' | 'list'

type Desk = {
  readonly jobs: readonly Job[]
  readonly refused: readonly Refusal[]
  readonly question: Question | null
  /** The open paywall and the number of files waiting behind it. */
  readonly paywall: { readonly files: number } | null
  /** Cards open in the corner editor; in a review they come one by one, each to accept or correct. */
  readonly looking: { readonly ids: readonly string[]; readonly review: boolean } | null
  readonly dossier: OpenDossier | null
  /** Cards whose files are only in this tab: still being stored, or refused by the browser. */
  readonly unkept: ReadonlyMap<string, 'busy' | 'refused'>
  /** How files are shown; null until the user chooses, and their number decides. */
  readonly view: View | null
  /** The latest message for screen readers. */
  readonly announcement: string
}

export const useDesk = create<Desk>(() => ({
  jobs: [],
  refused: [],
  question: null,
  paywall: null,
  looking: null,
  dossier: null,
  unkept: new Map(),
  view: null,
  announcement: '',
}))

/** Sends a message to screen readers. */
export function announce(announcement: string): void {
  useDesk.setState({ announcement })
}

export function chooseView(view: View): void {
  useDesk.setState({ view })
}

/** Opens « Corriger la zone » on one card. */
export function openCorners(id: string): void {
  useDesk.setState({ looking: { ids: [id], review: false } })
}

/** Opens a review of every card that needs one. */
export function openReview(): void {
  const ids = useDesk
    .getState()
    .jobs.filter(awaitsReview)
    .map(({ id }) => id)
  useDesk.setState({ looking: { ids, review: true } })
}

export function closeCorners(): void {
  useDesk.setState({ looking: null })
}

export function closeDossier(): void {
  useDesk.setState({ dossier: null })
}

export function dispatch(event: JobEvent): void {
  useDesk.setState(({ jobs }) => ({ jobs: reduceJobs(jobs, event) }))
}

/** Notes whether these cards' files are stored; null once they are or no longer need to be. */
export function noteUnsaved(ids: readonly string[], how: 'busy' | 'refused' | null): void {
  useDesk.setState(({ unkept }) => {
    const left = [...unkept].filter(([id]) => !ids.includes(id))
    return { unkept: new Map(how === null ? left : [...left, ...ids.map((id) => [id, how] as const)]) }
  })
}

type AnswerOf<Q extends Question> = Parameters<Q['answer']>[0]
type AnswerTo<K extends Question['kind']> = AnswerOf<Extract<Question, { kind: K }>>
type Unanswered<K extends Question['kind']> = Omit<Extract<Question, { kind: K }>, 'answer'> & {
  readonly kind: K
}

/** What closing its dialog answers. */
const closed: { readonly [K in Question['kind']]: AnswerTo<K> } = {
  partial: 'cancel',
  pages: [],
  price: false,
  rendering: false,
  removal: false,
  'page-removal': false,
  'left-out': undefined,
  name: null,
}

/** Shows a question and waits for its answer. Questions are shown one at a time, in order. */
export async function ask<K extends Question['kind']>(question: Unanswered<K>): Promise<AnswerTo<K>> {
  let resolve: (answer: AnswerTo<K>) => void = () => undefined
  const promise = new Promise<AnswerTo<K>>((settle) => (resolve = settle))
  const close = () => {
    unanswered.delete(close)
    resolve(closed[question.kind])
  }
  unanswered.add(close)
  const before = standing
  standing = before.then(() => promise)
  await before
  if (unanswered.has(close))
    useDesk.setState({ question: { ...question, answer: resolve } as unknown as Question })
  const answer = await promise
  unanswered.delete(close)
  useDesk.setState({ question: null })
  return answer
}

let standing: Promise<unknown> = Promise.resolve()
/** Closes the dialog of each question that is shown or waits to be. */
const unanswered = new Set<() => void>()

/** Answers the question that is shown, and those that wait behind it, as closing their dialogs would. */
export function closeQuestions(): void {
  for (const close of unanswered) close()
}
