import { degrees, PDFDict, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import type { Reduction } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Size } from '@equerre/geometry/spaces'
import type { Block } from '../core/read/page-text.ts'
import { copyPages, type CopiedPage } from './pdf-copies.ts'
import { labelPages, markPages } from './pdf-outline.ts'
import { buffersOf, drawPicture, type PdfBox, type PdfPicture } from './pdf-pictures.ts'
import { srgbProfile } from './srgb-profile.ts'
import { addTextLayer } from './pdf-text-layer.ts'

/** What fills a page, or part of it. */
export type PdfPart = {
  /** The same picture as encoded in several ways, best first; only one is written. */
  readonly pictures: readonly PdfPicture[]
  /** In points from the page's top left; without it, the part fills its page. */
  readonly box?: PdfBox
  /** Laid over it invisibly. @param picture whose pixels the blocks are in */
  readonly text?: { readonly blocks: readonly Block[]; readonly picture: Size }
}

type Places = {
  /** Title of a bookmark that leads here. */
  readonly bookmark?: string
  /** What viewers show for its number. */
  readonly label?: string
  /** Degrees that viewers turn the finished page clockwise. */
  readonly turn?: 0 | 90 | 180 | 270
}

/** A page of pictures, or a page of another PDF, taken over as it is; `page` counts from 0. */
export type PdfPage = Places & ({ readonly sizePt: Size; readonly parts: readonly PdfPart[] } | CopiedPage)

export type PdfOptions = {
  readonly title?: string
  /** PDF/A-2b can be promised of pages of pictures, not of copied ones. */
  readonly standard?: 'pdf' | 'pdfa-2b'
  /** The best of each part's pictures is written with which the whole is no larger, the same rank for all. */
  readonly maxBytes?: number
  /** Neither what is kept in memory meanwhile nor the whole may be larger. */
  readonly keptMax?: number
}

export type WrittenPdf = {
  readonly bytes: Uint8Array
  /** The most that was given up of any picture for that; null if nothing was. */
  readonly reduced: Reduction | null
  /** Pages that use fonts, so have words to be found. */
  readonly pagesWithText: number
  /** Whether it is as small as asked; null if that was not asked. */
  readonly maxBytesMet: boolean | null
}

const creator = 'Équerre'
const language = 'fr-FR'

/**
 * Writes a PDF page by page. Whatever yields the pages may decode one at a time: only their encoded pictures are kept, and
 * of their ranks only those that can still be chosen.
 * @throws Problem `assembly_too_large`, `unreadable_file`
 */
export async function writePdf(
  pages: AsyncIterable<PdfPage> | Iterable<PdfPage>,
  options: PdfOptions,
): Promise<WrittenPdf> {
  const { maxBytes, keptMax = Infinity } = options
  const collected = await collect(pages, options)
  const ranks = ranksOf(collected)
  for (let rank = 0; ; rank++) {
    const { bytes, pagesWithText } = await write(collected, { ...options, rank })
    const maxBytesMet = maxBytes === undefined ? null : bytes.length <= maxBytes
    if (maxBytesMet !== false || rank === ranks - 1) {
      bound(bytes.length, keptMax)
      const pictures = collected.flatMap(partsOf).map((part) => pictureAt(part, rank))
      return { bytes, pagesWithText, maxBytesMet, reduced: mostOf(pictures) }
    }
  }
}

/** The best rank is given up once it alone is too large for the PDF, or all ranks together for the memory. */
async function collect(
  pages: AsyncIterable<PdfPage> | Iterable<PdfPage>,
  { maxBytes = Infinity, keptMax = Infinity }: PdfOptions,
): Promise<readonly PdfPage[]> {
  let collected: PdfPage[] = []
  let givenUp = 0
  for await (const page of pages) {
    collected.push(withoutBest(page, givenUp))
    while (ranksOf(collected) > 1 && (picturesSize(collected) > maxBytes || keptSize(collected) > keptMax)) {
      collected = collected.map((one) => withoutBest(one, 1))
      givenUp++
    }
    bound(keptSize(collected), keptMax)
  }
  return collected
}

function withoutBest(page: PdfPage, ranks: number): PdfPage {
  if (!('parts' in page)) return page
  const parts = page.parts.map((part) => ({
    ...part,
    pictures: part.pictures.slice(Math.min(ranks, part.pictures.length - 1)),
  }))
  return { ...page, parts }
}

function ranksOf(pages: readonly PdfPage[]): number {
  return Math.max(1, ...pages.flatMap(partsOf).map(({ pictures }) => pictures.length))
}

/** Of the best rank. */
function picturesSize(pages: readonly PdfPage[]): number {
  return sizeOf(pages.flatMap(partsOf).flatMap(({ pictures: [best] }) => (best ? buffersOf(best) : [])))
}

function keptSize(pages: readonly PdfPage[]): number {
  const buffers = pages.flatMap((page) =>
    'copyOf' in page ? [page.copyOf] : page.parts.flatMap(({ pictures }) => pictures.flatMap(buffersOf)),
  )
  return sizeOf([...new Set(buffers)])
}

function sizeOf(buffers: readonly Uint8Array[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0)
}

function bound(bytes: number, bytesMax: number): void {
  if (bytes > bytesMax)
    throw new Problem('assembly_too_large', { megabytes: Math.floor(bytesMax / 1_000_000) })
}

/** The same PDF of one page, over which its text is laid. @param picture whose pixels the blocks are in */
export async function layText(
  bytes: Uint8Array,
  blocks: readonly Block[],
  picture: Size,
): Promise<Uint8Array> {
  // What says when and by what it was made is said twice in PDF/A, and has to agree.
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const page = pdf.getPage(0)
  addTextLayer(pdf, page, { blocks, picture, box: { left: 0, top: 0, ...page.getSize() } })
  return pdf.save()
}

async function write(
  pages: readonly PdfPage[],
  { title, standard, rank }: PdfOptions & { readonly rank: number },
): Promise<Pick<WrittenPdf, 'bytes' | 'pagesWithText'>> {
  const pdf = await PDFDocument.create()
  if (title !== undefined) pdf.setTitle(title, { showInWindowTitleBar: true })
  pdf.setCreator(creator)
  pdf.setProducer(creator)
  pdf.setLanguage(language)
  const copies = await copyPages(
    pdf,
    pages.filter((page) => 'copyOf' in page),
  )
  for (const page of pages) {
    const added = 'copyOf' in page ? pdf.addPage(copies.get(page)) : await drawPage(pdf, page, rank)
    if (page.turn) added.setRotation(degrees((added.getRotation().angle + page.turn) % 360))
  }
  const pagesWithText = pdf.getPages().filter(usesFonts).length
  markPages(pdf, pages)
  labelPages(pdf, pages)
  if (standard === 'pdfa-2b') pdf.convertToPDFA({ conformance: '2B', iccProfile: srgbProfile })
  return { bytes: await pdf.save(), pagesWithText }
}

function usesFonts({ node }: PDFPage): boolean {
  const fonts = node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)
  return fonts !== undefined && fonts.keys().length > 0
}

type Drawn = Extract<PdfPage, { readonly sizePt: Size }>

async function drawPage(pdf: PDFDocument, { sizePt, parts }: Drawn, rank: number): Promise<PDFPage> {
  const page = pdf.addPage([sizePt.width, sizePt.height])
  for (const { pictures, box = { left: 0, top: 0, ...sizePt }, text } of parts) {
    const picture = pictureAt({ pictures }, rank)
    if (picture) await drawPicture(pdf, page, { picture, box })
    if (text) addTextLayer(pdf, page, { ...text, box })
  }
  return page
}

function pictureAt({ pictures }: PdfPart, rank: number): PdfPicture | undefined {
  return pictures[Math.min(rank, pictures.length - 1)]
}

function mostOf(pictures: readonly (PdfPicture | undefined)[]): Reduction | null {
  const all = pictures.flatMap((picture) => (picture && 'reduced' in picture ? [picture.reduced] : []))
  return all.toSorted((a, b) => a.quality - b.quality)[0] ?? null
}

function partsOf(page: PdfPage): readonly PdfPart[] {
  return 'parts' in page ? page.parts : []
}
