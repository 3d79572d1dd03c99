import { isWithoutZone } from '@equerre/contract/doubt'
import type { Limits } from '@equerre/contract/limits'
import { quadTurned } from '@equerre/geometry/quad'
import type { ServiceFile } from '../api/files.ts'
import type { DetectReply, RectifyReply } from '../api/steps.ts'
import { documentJobId, seenAlone } from './documents.ts'
import { newJob } from './job.ts'
import type { Job } from './job.ts'
import { pageJobId } from './reducer.ts'

type Free = Partial<Pick<Limits, 'freeCorrectionsPerCapture' | 'renderingsPerCapture'>>
type ServicePage = ServiceFile['pages'][number]

/** Corners that differ by less than this, as a share of the photo, were not moved. */
const samePlace = 1e-4

/** Whether its cards can be shown: the file was read and no other device is processing it. */
export function isOpenable({ ingest, jobs }: ServiceFile): boolean {
  return ingest !== null && jobs.length === 0
}

/**
 * The cards of a file sent from another device: one for an image; for a PDF its own plus one per page. None of
 * them resumes by itself, because the sender may have stopped there.
 */
export function cardsFromService(file: ServiceFile, free: Free): readonly Job[] {
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
  if (file.pages.length <= 1)
    return file.pages.flatMap((page) => pageCards({ ...sent, pages: 1 }, page, free))
  const pages = file.pages.flatMap((page) =>
    pageCards({ ...sent, id: pageJobId(id, page.page), parent: id, pages: 1 }, page, free),
  )
  const begun = pages.some(({ held }) => held === null)
  return [{ ...sent, held: begun ? null : 'choice' }, ...pages]
}

/** A page's card, or those of its documents where several were straightened. */
function pageCards(sent: Job, served: ServicePage, free: Free): readonly Job[] {
  const { detect } = served
  // The previous release tells of a page's last result only.
  const documents = served.documents ?? []
  if (detect === null || documents.length < 2) {
    const captured = documents[0]?.captured ?? []
    return [{ ...pageCard(sent, served, free), captured }]
  }
  const first = documents[0]!.document
  return documents.map(({ document, captured, ...made }) => {
    const id = document === first ? sent.id : documentJobId(sent.id, document)
    const card = pageCard({ ...sent, id }, { ...served, ...made, detect: seenAlone(detect, document) }, free)
    return { ...card, document, captured }
  })
}

function pageCard(sent: Job, served: ServicePage, free: Free): Job {
  const { page, detect, free_corrections, free_renderings } = served
  const rectify = madeOf(served)
  const { freeCorrectionsPerCapture: freePerPayment = 0, renderingsPerCapture = 0 } = free
  // The fewest payments that give this many free corrections; the real number does not matter.
  const paid = freePerPayment > 0 ? Math.ceil(free_corrections / freePerPayment) : 0
  const card: Job = {
    ...sent,
    page,
    detect,
    rectify,
    paid,
    corrections: paid * freePerPayment - free_corrections,
    freeRenderings: rectify?.capture_id == null ? 0 : Math.max(0, renderingsPerCapture - free_renderings),
  }
  if (detect === null) return { ...card, held: 'choice' }
  if (rectify === null) return { ...card, status: 'detected', held: isWithoutZone(detect) ? null : 'choice' }
  return { ...card, status: 'done', corners: isMoved(detect, rectify) ? rectify.corners : null }
}

/** A rectify that made nothing left the page as its detection did. */
function madeOf({ rectify }: ServicePage): RectifyReply | null {
  return rectify?.artifacts.warped_path == null ? null : rectify
}

/** Whether the corners were placed by hand; a turned page starts at another one of the same corners. */
function isMoved(detect: DetectReply, rectify: RectifyReply): boolean {
  const made = rectify.corners.flat()
  return [0, 1, 2, 3].every((first) =>
    quadTurned(detect.corners, first)
      .flat()
      .some((value, index) => Math.abs(value - made[index]!) > samePlace),
  )
}
