import type { DetectJob, DetectResult, RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { findOnPicture, workLongSide } from '../core/detect/find.ts'
import { lookForCorners } from './look-for-corners.ts'

/** Finds the document on a preview. */
export async function findDocument(
  preview: Uint8Array,
  job: DetectJob | RectifyJob,
  ctx: Context,
): Promise<DetectResult> {
  const [image, { operators }, model] = await Promise.all([
    ctx.codec.decodeSmall(preview, workLongSide),
    ctx.opencv(),
    ctx.cornerModel(),
  ])
  return ctx.timed('detect', async () => {
    const look = model && (await lookForCorners(image, model))
    return findOnPicture(image, { operators, debug: ctx.debug(job.stepId), page: job.pageInfo, look }).answer
  })
}
