import { artifactFile, storageKeys } from '@equerre/contract/jobs'
import type { Source } from '../adapters/codec.ts'
import type { Context } from '../context.ts'
import { previewLongSide } from '../core/ingest/preview.ts'

/** Makes the preview of a page, which proves that it can be decoded, and keeps it. */
export async function storePreview(
  { ingestionId, page }: { readonly ingestionId: string; readonly page: number },
  source: Source,
  ctx: Context,
): Promise<Buffer> {
  const preview = await ctx.codec.encodePreview(source, previewLongSide)
  await ctx.storage.put(storageKeys.artifact(ingestionId, artifactFile.preview(page)), preview, {
    mime: 'image/jpeg',
  })
  return preview
}
