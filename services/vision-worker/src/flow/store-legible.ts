import { outputFormats } from '@equerre/contract/formats'
import { artifactFile, storageKeys, type RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { discard, type RgbImage } from '../core/pixels.ts'

/** More than print needs: 200 dpi of A4. */
export const legibleSidePx = 2_340
const jpegQuality = 88

/** Stores the straightened page as it is read: before any filter, which takes from letters, and without a watermark. */
export async function storeLegible(job: RectifyJob, image: RgbImage, ctx: Context): Promise<void> {
  const page = await ctx.codec.shrink(image, legibleSidePx)
  const file = await ctx.codec.encodeJpeg(page, { quality: jpegQuality })
  if (page !== image) discard(page)
  const key = storageKeys.artifact(job.ingestionId, artifactFile.legible(job.stepId))
  await ctx.storage.put(key, file, { mime: outputFormats.jpeg.mime })
}
