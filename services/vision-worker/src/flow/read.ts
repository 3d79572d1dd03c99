import { outputFormats, textFormats } from '@equerre/contract/formats'
import { artifactFile, storageKeys, type ReadJob, type ReadResult } from '@equerre/contract/jobs'
import type { PageText } from '@equerre/contract/page-text'
import { Problem } from '@equerre/contract/problems'
import { layText } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import { discard, type RgbImage } from '../core/pixels.ts'
import { plainText, relativeText } from '../core/read/page-text.ts'
import { together } from '../core/together.ts'
import { decodeMade, readMade } from './open-made.ts'
import { readText } from './read-text.ts'
import { legibleSidePx } from './store-legible.ts'

/**
 * Picture of a finished page → lines → words in reading order → JSON, plain text and, over its PDF, text that can be
 * found.
 * @throws Problem `unavailable` without the networks, or for a page of a worker that does not know of reading
 */
export async function read(job: ReadJob, ctx: Context): Promise<ReadResult> {
  const { ingestionId, stepId, rectifyId } = job
  const key = (file: string) => storageKeys.artifact(ingestionId, file)
  const models = await ctx.textModels()
  if (!models) throw unreadable('the networks that read are missing')
  const image = await legibleOf(job, ctx)
  const blocks = await ctx.timed('read', () => readText(image, { models, warp: ctx.warp }))
  const text: PageText = { blocks: relativeText(blocks, image) }
  discard(image)
  const put = (file: string, bytes: Uint8Array, mime: string) => ctx.storage.put(key(file), bytes, { mime })
  await together([
    put(artifactFile.text(stepId), Buffer.from(JSON.stringify(text)), textFormats.json.mime),
    put(artifactFile.plainText(stepId), Buffer.from(plainText(blocks)), textFormats.txt.mime),
  ])
  const words = blocks.flatMap(({ lines }) => lines.flatMap((line) => line.words)).length
  if (!job.searchable) return { words }
  const pdf = await ctx.storage.read(key(artifactFile.warped(rectifyId, 'pdf')))
  if (!pdf) throw unreadable('the page has no PDF')
  const searchable = await layText(pdf, blocks, image)
  await put(artifactFile.searchable(stepId), searchable, outputFormats.pdf.mime)
  return { words, pdfBytes: searchable.length }
}

/** What was left to be read when the page was made, or the page itself, in the same size. */
async function legibleOf({ ingestionId, rectifyId, made }: ReadJob, ctx: Context): Promise<RgbImage> {
  const legible = await ctx.storage.read(storageKeys.artifact(ingestionId, artifactFile.legible(rectifyId)))
  if (legible) return ctx.codec.decodeWhole(legible)
  const bytes = made && (await readMade({ ingestionId, rectifyId, made }, ctx))
  if (!made || !bytes) throw unreadable('the page has no picture to read')
  const page = await decodeMade(bytes, made, ctx)
  const image = await ctx.codec.shrink(page, legibleSidePx)
  if (image !== page) discard(page)
  return image
}

/** @param reason for the log */
function unreadable(reason: string): Problem {
  return Object.assign(new Problem('unavailable'), { cause: new Error(reason) })
}
