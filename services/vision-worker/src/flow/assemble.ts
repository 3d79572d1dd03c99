import { outputFormats } from '@equerre/contract/formats'
import {
  artifactFile,
  storageKeys,
  type AssembledPage,
  type AssembleJob,
  type AssembleResult,
} from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { writePdf, type PdfPage } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import { placesOf } from '../core/assemble/bookmarks.ts'
import { a4Sheet, cardSheet, ownSheet } from '../core/assemble/sheet.ts'
import { placePart, type Part } from './place-part.ts'

/**
 * Finished pages, one after another, → encoded pictures with their text → one PDF. Pages of uploaded PDFs are taken over as
 * they are.
 * @throws Problem `not_found` when a page has been erased, `assembly_too_large`
 */
export async function assemble(job: AssembleJob, ctx: Context): Promise<AssembleResult> {
  const { title, standard, maxBytes, stepId, ingestionId } = job
  const isCard = job.layout === 'card'
  const pages = isCard ? cardOf(job, ctx) : pagesOf(job, ctx)
  const { bytes, pagesWithText, maxBytesMet, reduced } = await writePdf(pages, {
    title,
    standard,
    ...(maxBytes !== null && { maxBytes }),
    keptMax: ctx.limits.assemblyBytesMax,
  })
  const key = storageKeys.artifact(ingestionId, artifactFile.assembled(stepId))
  await ctx.storage.put(key, bytes, { mime: outputFormats.pdf.mime })
  return {
    pages: isCard ? 1 : job.pages.length,
    pagesWithText,
    bytes: bytes.length,
    maxBytesMet,
    reduced,
  }
}

async function* pagesOf(job: AssembleJob, ctx: Context): AsyncGenerator<PdfPage> {
  const originals = new Map<string, Buffer>()
  for (const [index, page] of job.pages.entries()) {
    const { turn } = page
    const places = placesOf(job.pages, index)
    if (page.of === 'file') {
      const copyOf = await originalOf(page, originals, ctx)
      yield { ...places, turn, copyOf, page: page.page - 1, password: page.password }
      continue
    }
    const part = await placePart(page, job, ctx)
    const { sizePt, boxes } = (job.pageSize === 'a4' ? a4Sheet : ownSheet)(part.sizePt)
    yield { ...places, turn, sizePt, parts: [{ ...part, box: boxes[0]! }] }
  }
}

/** The sides are turned one by one, since they share a sheet. */
async function* cardOf(job: AssembleJob, ctx: Context): AsyncGenerator<PdfPage> {
  const sides: Part[] = []
  for (const side of job.pages) {
    if (side.of === 'file') continue
    const part = await placePart(side, { ...job, turned: side.turn }, ctx)
    sides.push(part)
  }
  const { sizePt, boxes } = cardSheet(sides.map((side) => side.sizePt))
  yield { ...placesOf(job.pages, 0), sizePt, parts: sides.map((side, i) => ({ ...side, box: boxes[i]! })) }
}

/** Read once, however many of its pages are taken. */
async function originalOf(
  { ingestionId }: AssembledPage,
  originals: Map<string, Buffer>,
  ctx: Context,
): Promise<Buffer> {
  const known = originals.get(ingestionId)
  if (known) return known
  const bytes = await ctx.storage.read(storageKeys.original(ingestionId))
  if (!bytes) throw new Problem('not_found')
  originals.set(ingestionId, bytes)
  return bytes
}
