import { artifactFile, storageKeys } from '@equerre/contract/jobs'
import type { Source } from '../adapters/codec.ts'
import type { Context } from '../context.ts'
import { previewLongSide } from '../core/ingest/preview.ts'

/** Makes and stores the preview of a page, which also proves that the page can be decoded. */
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
