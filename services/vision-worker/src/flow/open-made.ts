import { artifactFile, storageKeys, type Made } from '@equerre/contract/jobs'
import { openPdf } from '../adapters/pdf.ts'
import type { Context } from '../context.ts'
import type { RgbImage } from '../core/pixels.ts'

type FinishedPage = { readonly ingestionId: string; readonly rectifyId: string; readonly made: Made }

/** The file of a finished page. @returns null when it has been erased */
export function readMade(
  { ingestionId, rectifyId, made }: FinishedPage,
  ctx: Context,
): Promise<Buffer | null> {
  return ctx.storage.read(storageKeys.artifact(ingestionId, artifactFile.warped(rectifyId, made.format)))
}

/** Its pixels. */
export async function decodeMade(
  bytes: Uint8Array,
  { format, width, height }: Made,
  ctx: Context,
): Promise<RgbImage> {
  if (format !== 'pdf') return ctx.codec.decodeWhole(bytes)
  const pdf = await openPdf(bytes)
  const drawn = await ctx.timed('decode', () => pdf.draw(1, { kind: 'digital', size: { width, height } }))
  return ctx.codec.decodeWhole(drawn)
}
