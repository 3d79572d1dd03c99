import { z } from 'zod'

/** Of a PDF: what anybody can open, or what is still the same in decades. */
export const PdfStandard = z.enum(['pdf', 'pdfa-2b'])
export type PdfStandard = z.output<typeof PdfStandard>
/** `auto`: ink, its colours and paper apart; `jpeg`: as one picture; `lossless`: to the pixel. */
export const PdfCompression = z.enum(['auto', 'jpeg', 'lossless'])
export type PdfCompression = z.output<typeof PdfCompression>
/** What a PDF is unless something else is asked. */
export const usualPdf = { standard: 'pdf', compression: 'auto' } as const
/** Options of a page's own PDF. Other formats refuse them, so none has a default. */
export const pdfOptions = {
  compression: PdfCompression.optional().describe('page_compression'),
  standard: PdfStandard.optional().describe('page_standard'),
  max_bytes: z.int().positive().optional().describe('page_max_bytes'),
}
/** What was given up of the pictures of a PDF for it to be below a size. */
export const Reduced = z.object({
  jpeg_quality: z.int().min(1).max(100),
  resolution: z.number().positive().max(1).describe('reduced_resolution'),
})
export type Reduced = z.output<typeof Reduced>
/** Every page in its own size, or all on A4. */
export const PageSize = z.enum(['as_is', 'a4'])
/** One page after another, or both sides of a card on one sheet, at their true size. */
export const Layout = z.enum(['pages', 'card'])

/** Several finished pages, in one PDF. */
export const AssemblyReply = z.object({
  id: z.uuid().describe('assembly_id'),
  title: z.string(),
  page_count: z.int().positive(),
  pages_with_text: z.int().min(0).describe('pages_with_text'),
  bytes: z.int().positive(),
  standard: PdfStandard,
  compression: PdfCompression,
  max_bytes_met: z.boolean().nullable().describe('max_bytes_met'),
  reduced: Reduced.nullable().describe('reduced'),
  expires_at: z.iso.datetime().describe('assembly_expires'),
  artifacts: z.object({ pdf_path: z.string().describe('own_path') }),
})
export type AssemblyReply = z.output<typeof AssemblyReply>
