import { create } from 'zustand'
import { reduceJobs } from './reducer.ts'
import type { JobEvent } from './reducer.ts'
import { awaitsReview } from './job.ts'
import type { Job } from './job.ts'
import type { Refusal } from './intake/intake.ts'
import type { PagesQuestion } from './runner.ts'

/** Something the page must ask before it goes on; `answer` takes the decision. */
export type Question =
  | {
      readonly kind: 'partial'
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
  | { readonly kind: 'removal'; readonly files: number; readonly answer: (confirmed: boolean) => void }
  | {
      readonly kind: 'incomplete'
      readonly pages: number
      /** Pages that have no result, and how they stand. */
      readonly without: readonly { readonly name: string; readonly status: string }[]
      readonly answer: (confirmed: boolean) => void
    }

type Desk = {
  readonly jobs: readonly Job[]
  readonly refused: readonly Refusal[]
  readonly question: Question | null
  /** Open, with so many files that wait behind it. */
  readonly paywall: { readonly files: number } | null
  /** The cards whose corners are looked at; in a review one after the other, each to be accepted or corrected. */
  readonly looking: { readonly ids: readonly string[]; readonly review: boolean } | null
  /** Cards whose files only this tab has: while they are being kept, or because the browser refused. */
  readonly unkept: ReadonlyMap<string, 'busy' | 'refused'>
  /** The last thing worth saying to a screen reader. */
  readonly announcement: string
}

export const useDesk = create<Desk>(() => ({
  jobs: [],
  refused: [],
  question: null,
  paywall: null,
  looking: null,
  unkept: new Map(),
  announcement: '',
}))

/** « Corriger la zone » of one card. */
export function openCorners(id: string): void {
  useDesk.setState({ looking: { ids: [id], review: false } })
}

/** Everything that awaits a look, to go through. */
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

export function dispatch(event: JobEvent): void {
  useDesk.setState(({ jobs }) => ({ jobs: reduceJobs(jobs, event) }))
}

/** Notes how far the files of these cards are kept; null once they are, or need not be any more. */
export function noteUnsaved(ids: readonly string[], how: 'busy' | 'refused' | null): void {
  useDesk.setState(({ unkept }) => {
    const left = [...unkept].filter(([id]) => !ids.includes(id))
    return { unkept: new Map(how === null ? left : [...left, ...ids.map((id) => [id, how] as const)]) }
  })
}

type AnswerOf<Q extends Question> = Parameters<Q['answer']>[0]
type Unanswered<K extends Question['kind']> = Omit<Extract<Question, { kind: K }>, 'answer'> & {
  readonly kind: K
}

/** Shows a question and waits for its answer. One stands at a time; the next one waits for it. */
export async function ask<K extends Question['kind']>(
  question: Unanswered<K>,
): Promise<AnswerOf<Extract<Question, { kind: K }>>> {
  let resolve: (answer: AnswerOf<Extract<Question, { kind: K }>>) => void = () => undefined
  const promise = new Promise<AnswerOf<Extract<Question, { kind: K }>>>((settle) => (resolve = settle))
  const before = standing
  standing = before.then(() => promise)
  await before
  useDesk.setState({ question: { ...question, answer: resolve } as unknown as Question })
  const answer = await promise
  useDesk.setState({ question: null })
  return answer
}

let standing: Promise<unknown> = Promise.resolve()
