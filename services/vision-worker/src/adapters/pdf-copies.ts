import { ParseSpeeds, PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import { Problem } from '@equerre/contract/problems'

/** A page of another PDF; `page` counts from 0. The password is the user's or the owner's. */
export type CopiedPage = {
  readonly copyOf: Uint8Array
  readonly page: number
  readonly password?: string | undefined
}

/**
 * Copies pages of other PDFs as they are; those of one PDF go together, so that they share here what they shared there.
 * @throws Problem `unreadable_file`, also when its password is missing
 */
export async function copyPages<Page extends CopiedPage>(
  pdf: PDFDocument,
  pages: readonly Page[],
): Promise<Map<Page, PDFPage>> {
  const copies = new Map<Page, PDFPage>()
  for (const [bytes, wanted] of Map.groupBy(pages, ({ copyOf }) => copyOf)) {
    try {
      const source = await open(bytes, wanted[0]?.password)
      for (const round of roundsOf(wanted)) {
        const copied = await pdf.copyPages(
          source,
          round.map(({ page }) => page),
        )
        round.forEach((page, i) => copies.set(page, copied[i]!))
      }
    } catch (error) {
      throw Object.assign(new Problem('unreadable_file'), { cause: error })
    }
  }
  return copies
}

/** One that only restricts what its readers may do opens without a password, whatever came with it. */
async function open(bytes: Uint8Array, password?: string): Promise<PDFDocument> {
  const load = (key: string) =>
    PDFDocument.load(bytes, { updateMetadata: false, password: key, parseSpeed: ParseSpeeds.Fastest })
  if (!password) return load('')
  return load(password).catch(() => load(''))
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
