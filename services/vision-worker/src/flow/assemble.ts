import { outputFormats } from '@equerre/contract/formats'
import {
  artifactFile,
  storageKeys,
  type AssembledPage,
  type AssembleJob,
  type AssembleResult,
} from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { PdfPicture } from '../adapters/pdf-pictures.ts'
import { writePdf, type PdfPage } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import { placesOf } from '../core/assemble/bookmarks.ts'
import { a4Sheet, cardSheet, ownSheet } from '../core/assemble/sheet.ts'
import { placePart, type Part } from './place-part.ts'

/** What is known once all pages are there. */
type Tally = { pages: number; bytes: number }

/**
 * Finished pages, one after another, → encoded pictures with their text → one PDF. Pages of uploaded PDFs are taken over as
 * they are.
 * @throws Problem `not_found` when a page has been erased, `assembly_too_large`
 */
export async function assemble(job: AssembleJob, ctx: Context): Promise<AssembleResult> {
  const { title, standard, maxBytes, stepId, ingestionId } = job
  const tally: Tally = { pages: 0, bytes: 0 }
  const pages = job.layout === 'card' ? cardOf(job, tally, ctx) : pagesOf(job, tally, ctx)
  const { bytes, pagesWithText, maxBytesMet, reduced } = await writePdf(pages, {
    title,
    standard,
    ...(maxBytes !== null && { maxBytes }),
  })
  bound(bytes.length, ctx)
  const key = storageKeys.artifact(ingestionId, artifactFile.assembled(stepId))
  await ctx.storage.put(key, bytes, { mime: outputFormats.pdf.mime })
  return { pages: tally.pages, pagesWithText, bytes: bytes.length, maxBytesMet, reduced }
}

async function* pagesOf(job: AssembleJob, tally: Tally, ctx: Context): AsyncGenerator<PdfPage> {
  const originals = new Map<string, Buffer>()
  for (const [index, page] of job.pages.entries()) {
    const { turn } = page
    const places = placesOf(job.pages, index)
    tally.pages++
    if (page.of === 'file') {
      const copyOf = await originalOf(page, { originals, tally }, ctx)
      yield { ...places, turn, copyOf, page: page.page - 1, password: page.password }
      continue
    }
    const part = await placePart(page, job, ctx)
    count(part, tally, ctx)
    const { sizePt, boxes } = (job.pageSize === 'a4' ? a4Sheet : ownSheet)(part.sizePt)
    yield { ...places, turn, sizePt, parts: [{ ...part, box: boxes[0]! }] }
  }
}

/** The sides are turned one by one, since they share a sheet. */
async function* cardOf(job: AssembleJob, tally: Tally, ctx: Context): AsyncGenerator<PdfPage> {
  const sides: Part[] = []
  for (const side of job.pages) {
    if (side.of === 'file') continue
    const part = await placePart(side, { ...job, turned: side.turn }, ctx)
    count(part, tally, ctx)
    sides.push(part)
  }
  const { sizePt, boxes } = cardSheet(sides.map((side) => side.sizePt))
  tally.pages = 1
  yield { ...placesOf(job.pages, 0), sizePt, parts: sides.map((side, i) => ({ ...side, box: boxes[i]! })) }
}

type Known = { readonly originals: Map<string, Buffer>; readonly tally: Tally }

/** Read once, however many of its pages are taken. */
async function originalOf(
  { ingestionId }: AssembledPage,
  { originals, tally }: Known,
  ctx: Context,
): Promise<Buffer> {
  const known = originals.get(ingestionId)
  if (known) return known
  const bytes = await ctx.storage.read(storageKeys.original(ingestionId))
  if (!bytes) throw new Problem('not_found')
  originals.set(ingestionId, bytes)
  bound((tally.bytes += bytes.length), ctx)
  return bytes
}

/** What is kept in memory until the end counts: the best picture of each page, since others are smaller. */
function count({ pictures }: Part, tally: Tally, ctx: Context): void {
  bound((tally.bytes += bytesOf(pictures.at(-1)!)), ctx)
}

function bytesOf(picture: PdfPicture): number {
  switch (picture.kind) {
    case 'bilevel':
      return picture.ink.picture.bytes.length
    case 'layers':
      return (
        picture.paper.picture.bytes.length + picture.colours.picture.bytes.length + picture.ink.bytes.length
      )
    default:
      return picture.bytes.length
  }
}

function bound(bytes: number, { limits }: Context): void {
  const { assemblyBytesMax } = limits
  if (bytes > assemblyBytesMax)
    throw new Problem('assembly_too_large', { megabytes: Math.floor(assemblyBytesMax / 1_000_000) })
}
