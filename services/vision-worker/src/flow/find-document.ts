import type { DetectJob, DetectResult, RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { withShapeDoubt } from '../core/detect/answer/shape-doubt.ts'
import { workLongSide } from '../core/detect/find.ts'
import { keptAsWritten } from '../core/detect/answer/digital-page.ts'
import { isOneTone, nothingToSee } from '../core/detect/answer/one-tone.ts'
import { isSnappable, snapAnswer } from '../core/detect/sides/snap-answer.ts'
import { together } from '../core/together.ts'
import { findOnImage } from './find-on-image.ts'
import type { Preview } from './load-preview.ts'
import { levelText } from './level-text.ts'
import { seeSpread } from './see-spread.ts'
import { turnUpright } from './turn-upright.ts'

/**
 * Finds the document on a preview: roughly on a small picture, then its sides on the preview itself, then which corner is
 * the top left of its text, for a page kept whole whether that text slopes, and whether it is two pages of a book. A digital page stays as its author wrote it.
 */
export async function findDocument(
  job: DetectJob | RectifyJob,
  preview: Preview,
  ctx: Context,
): Promise<DetectResult> {
  if (job.pageInfo.kind === 'digital') return keptAsWritten()
  if (job.pageInfo.kind === 'photo' && isOneTone(preview.image)) return nothingToSee()
  const [image, operators, model] = await together([
    ctx.codec.reduce(preview.image, workLongSide),
    ctx.operators(),
    ctx.cornerModel(),
  ])
  const { answer } = await ctx.timed('detect', () =>
    findOnImage(image, { operators, debug: ctx.debug(job.stepId), page: job.pageInfo, model }),
  )
  return ctx.timed('detect', async () => {
    const snapped = isSnappable(answer)
      ? withShapeDoubt(snapAnswer(answer, preview.image), job.pageInfo)
      : answer
    const level = levelText(await turnUpright(snapped, preview.image, ctx), preview.image, ctx)
    return seeSpread(job, { answer: level, image: preview.image }, ctx)
  })
}
