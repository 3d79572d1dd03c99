import type { DetectJob, DetectResult } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { findDocument } from './find-document.ts'
import { loadPreview } from './load-preview.ts'
import { storeEvidence } from './store-evidence.ts'

/** Preview → candidates → ranking → zone, with the pictures that show it. */
export async function detect(job: DetectJob, ctx: Context): Promise<DetectResult> {
  const preview = await loadPreview(job, ctx)
  const found = await findDocument(preview, job, ctx)
  await storeEvidence(job, { preview, ...found }, ctx)
  return found
}
