import type { DetectJob, DetectResult } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { findDocument } from './find-document.ts'
import { loadPreview } from './load-preview.ts'
import { openOriginal } from './open-original.ts'
import { storeEvidence } from './store-evidence.ts'
import { storeSmall } from './store-small.ts'

/** Preview → zone → the pictures that show it. */
export async function detect(job: DetectJob, ctx: Context): Promise<DetectResult> {
  const preview = await loadPreview(job, openOriginal(job, ctx), ctx)
  const found = await findDocument(job, preview, ctx)
  // Must come before the zone is drawn onto the same pixels.
  await storeSmall(job, { page: preview.image, pictures: ['thumb'] }, ctx)
  await storeEvidence(job, { preview, ...found }, ctx)
  return { ...found, shrunk: true }
}
