import { artifactFile, storageKeys, type DetectJob, type RectifyJob } from '@equerre/contract/jobs'
import { smallPictures, type SmallPicture } from '@equerre/contract/small-picture'
import type { Context } from '../context.ts'
import { discard, type GrayImage, type RgbImage } from '../core/pixels.ts'
import { firstAttempt, nextAttempt, type Attempt } from '../core/small-picture.ts'

type Image = RgbImage | GrayImage

/**
 * Stores the small pictures shown in place of a step's page. Each is made from the one before, so that only the first
 * reads all pixels; none is enlarged or exceeds its limit of bytes.
 * @param pictures largest first
 */
export async function storeSmall(
  job: DetectJob | RectifyJob,
  { page, pictures }: { readonly page: Image; readonly pictures: readonly SmallPicture[] },
  ctx: Context,
): Promise<void> {
  let image = page
  for (const picture of pictures) {
    const { longSidePx, bytesMax } = smallPictures[picture]
    const smaller = await ctx.codec.shrink(image, longSidePx)
    if (image !== page) discard(image)
    image = smaller
    const file = await encodeWithin(image, bytesMax, ctx)
    const key = storageKeys.artifact(job.ingestionId, artifactFile.small(job.stepId, picture))
    await ctx.storage.put(key, file, { mime: 'image/webp' })
  }
  if (image !== page) discard(image)
}

async function encodeWithin(image: Image, bytesMax: number, ctx: Context): Promise<Buffer> {
  let attempt: Attempt | null = firstAttempt
  while (attempt) {
    const file = await encode(image, attempt, ctx)
    if (file.length <= bytesMax) return file
    attempt = nextAttempt(attempt, file.length / bytesMax)
  }
  throw new Error(`a picture of ${image.width} × ${image.height} does not fit into ${bytesMax} bytes`)
}

async function encode(image: Image, { scale, quality }: Attempt, ctx: Context): Promise<Buffer> {
  const smaller = await ctx.codec.shrink(image, Math.ceil(Math.max(image.width, image.height) * scale))
  const file = await ctx.codec.encodeSmall(smaller, quality)
  if (smaller !== image) discard(smaller)
  return file
}
