import { isWithoutZone } from '@equerre/contract/doubt'
import { documentsOf, type RectifyJob } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { quadOfTurnedPage } from '@equerre/geometry/quad'
import type { Context } from '../context.ts'
import type { Chosen } from '../core/rectify/result.ts'
import { findDocument } from './find-document.ts'
import type { Preview } from './load-preview.ts'

/**
 * The zone to cut out: the one given in the job, the requested one of the documents found, or the largest, which of a book is both pages. The page is turned by starting
 * the zone at another corner, which costs nothing: the warp moves every pixel anyway.
 * @throws Problem `document_missing` when there are not that many
 */
export async function chooseZone(job: RectifyJob, preview: Preview, ctx: Context): Promise<Chosen> {
  const { zone, detection } = await unturnedZone(job, preview, ctx)
  const corners = quadOfTurnedPage(zone.corners, job.options.turn ?? 0)
  return { zone: { ...zone, corners }, detection }
}

async function unturnedZone(job: RectifyJob, preview: Preview, ctx: Context): Promise<Chosen> {
  if (job.zone) return { zone: job.zone, detection: null }
  const detection = await findDocument(job, preview, ctx)
  if (isWithoutZone(detection)) return { zone: detection, detection }
  const { document } = job.options
  if (document === undefined) return { zone: detection, detection }
  const zone = documentsOf(detection)[document - 1]
  if (!zone) throw new Problem('document_missing', { document })
  return { zone, detection }
}
