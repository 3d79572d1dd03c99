import type { DetectJob, DetectResult, RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { findOnPicture, workLongSide } from '../core/detect/find.ts'

/** Finds the document on a preview. */
export async function findDocument(
  preview: Uint8Array,
  job: DetectJob | RectifyJob,
  ctx: Context,
): Promise<DetectResult> {
  const [image, { operators }] = await Promise.all([
    ctx.codec.decodeSmall(preview, workLongSide),
    ctx.opencv(),
  ])
  const { answer } = await ctx.timed('detect', () =>
    findOnPicture(image, { operators, debug: ctx.debug(job.stepId), page: job.pageInfo }),
  )
  return answer
}
