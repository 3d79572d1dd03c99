import type { AskedKind } from '@equerre/contract/detourage'
import { statedReasons } from '@equerre/contract/doubt'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import type { Tone } from '../ui/drawings/Glyph.tsx'
import {
  asksAboutSpread,
  isErased,
  isFinished,
  isNotFound,
  isStopped,
  isTurned,
  needsReview,
  runningStep,
  stepKinds,
} from './job.ts'
import type { Hold, Job, JobStatus } from './job.ts'

export type Status = { readonly tone: Tone; readonly text: string }

/** A card's name: the one it was given, or its file's plus the numbers of its page and document where there are several. */
export function nameOf({ title, parent, name, page, document }: Job): string {
  if (title) return title
  const paged = parent === null ? name : camscanWords.job.pageOf(name, page)
  return document ? deskWords.documents.of(paged, document) : paged
}

/** The same among the other pages of its file, without the file's name. */
export function nameInFile({ title, page, document }: Job): string {
  if (title) return title
  const paged = camscanWords.job.page(page)
  return document ? deskWords.documents.of(paged, document) : paged
}

/** Why a card deserves a look. Detections of the previous release may give no reason. */
export function doubtsOf({ detect }: Job): string {
  if (detect === null) return ''
  const { reasons, whole } = camscanWords.job
  const told = isTurned(detect.corners) ? { ...reasons, already_cropped: whole.turned } : reasons
  return statedReasons(detect)
    .map((reason) => told[reason])
    .join(' ')
}

/** Of a file that the service no longer gives to this visitor. */
export function erasedWords({ foreign }: Job): { readonly status: string; readonly text: string } {
  return foreign ? deskWords.foreign : deskWords.erased
}

/** A card's status as text and tone. */
export function statusOf(job: Job): Status {
  if (asksAboutSpread(job)) return { tone: 'review', text: deskWords.spread.ask }
  if (job.held !== null && !isFinished(job)) return { tone: 'todo', text: heldText[job.held] }
  if (isErased(job)) return { tone: 'error', text: erasedWords(job).status }
  if (isNotFound(job)) return { tone: 'review', text: camscanWords.job.notFound }
  if (isStopped(job) || needsReview(job)) return { tone: 'review', text: camscanWords.job.review }
  if (job.status === 'uploading') return { tone: 'run', text: camscanWords.job.uploading(percent(job)) }
  return words[job.status]
}

const heldText: { readonly [H in Hold]: string } = {
  price: camscanWords.job.queued,
  credits: camscanWords.job.held,
  recharge: camscanWords.job.held,
  choice: camscanWords.job.notChosen,
}

const words: { readonly [S in Exclude<JobStatus, 'uploading'>]: Status } = {
  queued: { tone: 'todo', text: camscanWords.job.queued },
  ingested: { tone: 'todo', text: camscanWords.job.ingested },
  detecting: { tone: 'run', text: camscanWords.job.detecting },
  detected: { tone: 'run', text: camscanWords.job.detected },
  rectifying: { tone: 'run', text: camscanWords.job.rectifying },
  done: { tone: 'ok', text: camscanWords.job.done },
  error: { tone: 'error', text: camscanWords.job.error },
}

/** A PDF's status: the first running page's, else its progress, else the first problem, else done. */
export function folderStatus(pages: readonly Job[]): Status {
  const running = pages.find((page) => statusOf(page).tone === 'run')
  if (running) return statusOf(running)
  const asked = pages.find(asksAboutSpread)
  if (asked) return statusOf(asked)
  const chosen = pages.filter((page) => page.held !== 'choice')
  const done = chosen.filter(isFinished).length
  if (done < chosen.length || chosen.length === 0) {
    const held = chosen.some((page) => page.held !== null && !isFinished(page))
    return {
      tone: 'todo',
      text: held ? camscanWords.job.held : camscanWords.job.pagesDone(done, pages.length),
    }
  }
  const troubled =
    pages.find(({ status }) => status === 'error') ?? pages.find((page) => statusOf(page).tone === 'review')
  return troubled ? statusOf(troubled) : { tone: 'ok', text: camscanWords.job.done }
}

export type RailStep = {
  readonly label: string
  readonly tone: Tone
  /** Progress, 0 to 1; null when unknown. */
  readonly ratio: number | null
}

const stepLabels: { readonly [Kind in AskedKind]: string } = {
  ingest: camscanWords.job.sending,
  detect: camscanWords.job.detection,
  rectify: camscanWords.job.squaring,
}

/** The steps of a card, each with its own tone. */
export function railOf(job: Job): RailStep[] {
  return stepKinds.map((kind) => ({
    label: stepLabels[kind],
    tone: stepTone(job, kind),
    ratio: kind === 'ingest' && job.status === 'uploading' ? job.progress : null,
  }))
}

function stepTone(job: Job, step: AskedKind): Tone {
  if (job.failedStep === step) return 'error'
  if (runningStep(job) === step) return 'run'
  const seen = job.corners !== null || job.accepted
  const reply = job[step]
  if (reply === null) return 'todo'
  return reply.status === 'OK' || (step === 'detect' && seen) ? 'ok' : 'review'
}

/** Upload progress in whole percent. */
export function percent(job: Job): number {
  return Math.round(job.progress * 100)
}
