import { storageKeys, type VisionJob } from '@equerre/contract/jobs'
import type { PageInfo } from '@equerre/contract/detourage'
import { Problem } from '@equerre/contract/problems'
import type { Size } from '@equerre/geometry/spaces'
import type { Source } from '../adapters/codec.ts'
import { decodeHeic } from '../adapters/heic.ts'
import { renderPdfPage } from '../adapters/pdf.ts'
import type { Context } from '../context.ts'

/** The uploaded file's bytes. @throws Problem `not_found` when it was deleted meanwhile */
export async function readOriginal(job: VisionJob, ctx: Context): Promise<Buffer> {
  const bytes = await ctx.storage.read(storageKeys.original(job.ingestionId))
  if (!bytes) throw new Problem('not_found')
  if (bytes.length === 0) throw new Problem('unreadable_file')
  return bytes
}

/** Whether the bytes are a PDF; its mark may stand behind a little rubbish. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-')
}

/** Pixels of an image file; HEIC goes through its own decoder. */
export async function openImage(bytes: Buffer, mime: string): Promise<Source> {
  return mime === 'image/heic' ? decodeHeic(bytes) : bytes
}

/**
 * Pixels of one page of the original.
 * @param pdfSize size at which a PDF page is drawn; images come as they are
 */
export async function openPage(
  bytes: Buffer,
  page: { readonly number: number; readonly info: PageInfo; readonly mime: string },
  pdfSize: Size,
): Promise<Source> {
  if (page.info.kind === 'photo') return openImage(bytes, page.mime)
  return renderPdfPage(bytes, page.number, pdfSize)
}
