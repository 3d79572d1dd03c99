import { textFormats } from '@equerre/contract/formats'
import { artifactFile, storageKeys, type ReadJob, type ReadResult } from '@equerre/contract/jobs'
import type { PageText } from '@equerre/contract/page-text'
import { Problem } from '@equerre/contract/problems'
import { layText } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import { discard } from '../core/pixels.ts'
import { plainText, relativeText } from '../core/read/page-text.ts'
import { readText } from './read-text.ts'

/**
 * Legible picture of a finished page → lines → words in reading order → JSON, plain text and, over its PDF, text that can be
 * found.
 * @throws Problem `unavailable` without the networks, or for a page of a worker that does not know of reading
 */
export async function read(job: ReadJob, ctx: Context): Promise<ReadResult> {
  const { ingestionId, stepId, rectifyId } = job
  const key = (file: string) => storageKeys.artifact(ingestionId, file)
  const models = await ctx.textModels()
  const legible = await ctx.storage.read(key(artifactFile.legible(rectifyId)))
  if (!models) throw unreadable('the networks that read are missing')
  if (!legible) throw unreadable('the page has no picture to read')
  const image = await ctx.codec.decodeWhole(legible)
  const blocks = await ctx.timed('read', () => readText(image, { models, warp: ctx.warp }))
  const text: PageText = { blocks: relativeText(blocks, image) }
  discard(image)
  const put = (file: string, bytes: Uint8Array, mime: string) => ctx.storage.put(key(file), bytes, { mime })
  await Promise.all([
    put(artifactFile.text(stepId), Buffer.from(JSON.stringify(text)), textFormats.json.mime),
    put(artifactFile.plainText(stepId), Buffer.from(plainText(blocks)), textFormats.txt.mime),
  ])
  if (job.searchable) {
    const pdf = await ctx.storage.read(key(artifactFile.warped(rectifyId, 'pdf')))
    if (!pdf) throw unreadable('the page has no PDF')
    await put(artifactFile.searchable(stepId), await layText(pdf, blocks, image), 'application/pdf')
  }
  const words = blocks.flatMap(({ lines }) => lines.flatMap((line) => line.words))
  return { words: words.length }
}

/** @param reason for the log */
function unreadable(reason: string): Problem {
  return Object.assign(new Problem('unavailable'), { cause: new Error(reason) })
}
