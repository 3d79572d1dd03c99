import { EncryptedPDFError, ParseSpeeds, PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import { Problem } from '@equerre/contract/problems'

/** A page of another PDF; `page` counts from 0. */
export type CopiedPage = { readonly copyOf: Uint8Array; readonly page: number }

/**
 * Copies pages of other PDFs as they are; those of one PDF go together, so that they share here what they shared there.
 * @throws Problem `encrypted_pdf`, `unreadable_file`
 */
export async function copyPages<Page extends CopiedPage>(
  pdf: PDFDocument,
  pages: readonly Page[],
): Promise<Map<Page, PDFPage>> {
  const copies = new Map<Page, PDFPage>()
  for (const [bytes, wanted] of Map.groupBy(pages, ({ copyOf }) => copyOf)) {
    try {
      const source = await open(bytes)
      for (const round of roundsOf(wanted)) {
        const copied = await pdf.copyPages(
          source,
          round.map(({ page }) => page),
        )
        round.forEach((page, i) => copies.set(page, copied[i]!))
      }
    } catch (error) {
      const sentence = error instanceof EncryptedPDFError ? 'encrypted_pdf' : 'unreadable_file'
      throw Object.assign(new Problem(sentence), { cause: error })
    }
  }
  return copies
}

/** One that only restricts what its readers may do opens without a password. */
function open(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { updateMetadata: false, password: '', parseSpeed: ParseSpeeds.Fastest })
}

/** Within a round a page would be the same object, which stands in one place only. */
function roundsOf<Page extends CopiedPage>(pages: readonly Page[]): Page[][] {
  const seen = new Map<number, number>()
  const rounds: Page[][] = []
  for (const page of pages) {
    const round = seen.get(page.page) ?? 0
    seen.set(page.page, round + 1)
    ;(rounds[round] ??= []).push(page)
  }
  return rounds
}
