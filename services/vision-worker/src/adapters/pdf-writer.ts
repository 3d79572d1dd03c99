import type { Size } from '@equerre/geometry/spaces'
import type { Block } from '../core/read/page-text.ts'
import { addTextLayer } from './pdf-text-layer.ts'

let loading: ReturnType<typeof load> | undefined

/** Takes a third of a second to load; a cell loads it before its first step, because afterwards it has no disk. */
export function loadPdfWriter() {
  return (loading ??= load())
}

function load() {
  return import('@cantoo/pdf-lib')
}

/** The same PDF of one page, over which its text is laid. @param picture whose pixels the blocks are in */
export async function layText(
  bytes: Uint8Array,
  blocks: readonly Block[],
  picture: Size,
): Promise<Uint8Array> {
  const { PDFDocument } = await loadPdfWriter()
  const pdf = await PDFDocument.load(bytes)
  addTextLayer(pdf, pdf.getPage(0), { blocks, picture })
  return pdf.save()
}

/** A one-page PDF filled by a JPEG or PNG, whose bytes are embedded unchanged. */
export async function writeImagePdf(
  image: { readonly bytes: Uint8Array; readonly format: 'jpeg' | 'png' },
  sizePt: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const { PDFDocument } = await loadPdfWriter()
  const pdf = await PDFDocument.create()
  const embedded = image.format === 'jpeg' ? await pdf.embedJpg(image.bytes) : await pdf.embedPng(image.bytes)
  pdf.addPage([sizePt.width, sizePt.height]).drawImage(embedded, { x: 0, y: 0, ...sizePt })
  return pdf.save()
}
