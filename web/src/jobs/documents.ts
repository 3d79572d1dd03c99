import { bothPages } from '@equerre/contract/spread'
import { quadLargest } from '@equerre/geometry/quad'
import type { DetectReply } from '../api/steps.ts'
import { asksAboutSpread, newJob, type Job } from './job.ts'

/*
 * Several documents on one photo: the card of the photo is that of its largest one, or of an open book as a whole, until each
 * gets a card of its own.
 */

/** The numbers of the documents that a photo shows besides the one that was made of it, in reading order. */
export function otherDocuments(job: Job): readonly number[] {
  if (job.document !== null || job.detect === null) return []
  if (job.status !== 'done' && !asksAboutSpread(job)) return []
  const own = ownDocument(job, job.detect)
  return job.detect.documents.map((_, index) => index + 1).filter((document) => document !== own)
}

/**
 * The cards of all documents of a photo, in reading order; the photo's own card goes on as that of its document. A book that
 * was made as a whole keeps its card before those of its pages; one that nothing was made of becomes the first of them.
 */
export function documentCards(job: Job): readonly Job[] {
  const { detect } = job
  if (detect === null || otherDocuments(job).length === 0) return [job]
  const own = ownDocument(job, detect)
  const cards = detect.documents.map((_, index): Job => {
    const document = index + 1
    const seen = seenAlone(detect, document)
    if (asksAboutSpread(job) && document === 1) return { ...job, document, detect: seen, held: 'price' }
    return document === own ? { ...job, document, detect: seen } : newCard(job, document, seen)
  })
  return own === bothPages && job.status === 'done' ? [{ ...job, document: bothPages }, ...cards] : cards
}

/** Whether its zone can be an open book: it is all that was found on its photo. */
export function mayBeSpread({ document, detect }: Job): boolean {
  return document === null && (detect?.documents.length ?? 0) <= 1
}

/** The cards of both pages of an open book, which count as documents; the photo's own card goes on as that of the left one. */
export function pageCards(job: Job): readonly [Job, Job] {
  if (job.detect === null) throw new Error('nobody has looked for pages yet')
  return [{ ...job, document: 1 }, newCard(job, 2, job.detect)]
}

/** How a request names the card's document: not at all where it is the largest, or an open book as a whole. */
export function namedDocument({ document, detect, rectify }: Job): { readonly document?: number } {
  const named = document ?? (detect?.spread ? rectify?.document : undefined)
  return named === undefined || named === bothPages ? {} : { document: named }
}

/** Job id of a further document; derived from the photo's, so that a repeat has the same idempotency key. */
export function documentJobId(photo: string, document: number): string {
  return `${photo}-d${document}`
}

/** The detection as one of its documents sees it: reasons and other zones are its own. */
export function seenAlone(detect: DetectReply, document: number): DetectReply {
  const found = detect.documents[document - 1]
  return found === undefined ? detect : { ...detect, ...viewOf(found), alternatives: [] }
}

/** The previous release gives all reasons for the page only. */
type Found = Omit<DetectReply['documents'][number], 'reasons'> & Pick<Partial<DetectReply>, 'reasons'>

function viewOf({ corners, confidence, status, reasons = [] }: Found) {
  return { corners, confidence, status, reasons }
}

function ownDocument({ rectify }: Job, { documents, spread }: DetectReply): number {
  const made = rectify?.document ?? (spread ? bothPages : undefined)
  // The previous release does not say which one it made: the largest.
  return made !== undefined && made <= documents.length
    ? made
    : quadLargest(documents.map(({ corners }) => corners)) + 1
}

function newCard(photo: Job, document: number, detect: DetectReply): Job {
  const { name, size, kind, parent, page, pages, progress, receivedAs, ingest, place } = photo
  const sent = { parent, page, pages, progress, receivedAs, ingest, place }
  const id = documentJobId(photo.id, document)
  return { ...newJob({ id, name, size, kind }), ...sent, document, detect, status: 'detected', held: 'price' }
}
