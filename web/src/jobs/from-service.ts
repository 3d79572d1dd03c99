import type { ServiceFile } from '../api/files.ts'
import type { DetectReply, RectifyReply } from '../api/steps.ts'
import { newJob } from './job.ts'
import type { Job } from './job.ts'
import { pageJobId } from './reducer.ts'

type ServicePage = ServiceFile['pages'][number]

/** Corners that differ by less were not moved. */
const samePlace = 1e-4

/** Whether its cards can be shown: it was read, and no other device is at work on it. */
export function isOpenable({ ingest, jobs }: ServiceFile): boolean {
  return ingest !== null && jobs.length === 0
}

/**
 * The cards of a file that was sent from elsewhere: one for an image, a PDF's own and one for each of its pages otherwise. Nothing of
 * them goes on by itself, for whoever sent it may have stopped there.
 */
export function cardsFromService(file: ServiceFile, freePerPayment: number): readonly Job[] {
  const { id, name, size, ingest } = file
  if (ingest === null) return []
  const kind = ingest.mime === 'application/pdf' ? 'pdf' : 'image'
  const sent: Job = {
    ...newJob({ id, name, size, kind }),
    status: 'ingested',
    progress: 1,
    receivedAs: id,
    ingest,
    pages: file.pages.length,
  }
  const pages = file.pages.map((page) => pageCard({ ...sent, pages: 1 }, page, freePerPayment))
  if (pages.length <= 1) return pages
  const begun = pages.some(({ held }) => held === null)
  return [
    { ...sent, held: begun ? null : 'choice' },
    ...pages.map((page): Job => ({ ...page, id: pageJobId(id, page.page), parent: id })),
  ]
}

function pageCard(sent: Job, served: ServicePage, freePerPayment: number): Job {
  const { page, detect, rectify, free_corrections } = served
  // Enough payments for what is left: how many there were, nobody needs to know.
  const paid = freePerPayment > 0 ? Math.ceil(free_corrections / freePerPayment) : 0
  const card: Job = {
    ...sent,
    page,
    detect,
    rectify,
    paid,
    corrections: paid * freePerPayment - free_corrections,
  }
  if (detect === null) return { ...card, held: 'choice' }
  if (rectify === null)
    return { ...card, status: 'detected', held: detect.status === 'NOT_FOUND' ? null : 'choice' }
  return { ...card, status: 'done', corners: isMoved(detect, rectify) ? rectify.corners : null }
}

/** Whether a person placed the corners. */
function isMoved(detect: DetectReply, rectify: RectifyReply): boolean {
  const detected = detect.corners.flat()
  return rectify.corners.flat().some((value, index) => Math.abs(value - detected[index]!) > samePlace)
}
