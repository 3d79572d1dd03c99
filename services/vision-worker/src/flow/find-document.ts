import type { DetectJob, DetectResult, RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { findOnPicture, workLongSide } from '../core/detect/find.ts'
import { isSnappable, snapAnswer } from '../core/detect/snap-answer.ts'
import { lookForCorners } from './look-for-corners.ts'

/** Finds the document on a preview: roughly on a small picture, then its sides on the preview itself. */
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
  const answer = await ctx.timed('detect', async () => {
    const look = model && (await lookForCorners(image, model))
    return findOnPicture(image, { operators, debug: ctx.debug(job.stepId), page: job.pageInfo, look }).answer
  })
  if (!isSnappable(answer)) return answer
  const picture = await ctx.codec.decodeWhole(preview)
  return ctx.timed('detect', () => snapAnswer(answer, picture))
}
