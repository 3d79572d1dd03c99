import type { DetectJob, DetectResult, RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { decide } from '../core/detect/decide.ts'
import { rankCandidates } from '../core/detect/rank.ts'
import { createScene } from '../core/detect/sources.ts'

/** Detection looks at a picture of this long side: text is gone, edges are not. */
const workLongSide = 800

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
  return ctx.timed('detect', () => {
    const scene = createScene(image, operators, ctx.debug(job.stepId))
    return decide(scene, rankCandidates(scene), job.pageInfo)
  })
}
