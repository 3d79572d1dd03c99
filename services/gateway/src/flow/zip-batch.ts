import { artifactFile } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Readable } from 'node:stream'
import { zipOf, type ZipEntry } from '../adapters/zip.ts'
import type { Context } from '../context.ts'
import { fileInBatch, pageInBatch, type BatchRow } from '../core/batch.ts'
import { readProgress } from '../store/batches.ts'
import { eachPage } from './read-batch.ts'
import { readArtifact } from './read-artifact.ts'

/** Each holds one of the 50 connections to the storage for as long as its reader likes; other downloads need them too. */
const zipsMax = { perOwner: 4, all: 25 }

/**
 * The pages that were made of a batch and are still kept, and the PDFs that they were assembled to, as a zip.
 * @throws Problem `rate_limited`
 */
export async function zipBatch(ctx: Context, batch: BatchRow): Promise<Readable> {
  const leave = ctx.openUploads.enter([
    { name: `zips of ${batch.owner.id}`, max: zipsMax.perOwner },
    { name: 'zips', max: zipsMax.all },
  ])
  if (!leave) throw new Problem('downloads_at_once', {}, { retryAfterS: 10 })
  try {
    return zipOf(await listFiles(ctx, batch)).once('close', leave)
  } catch (error) {
    leave()
    throw error
  }
}

async function listFiles(ctx: Context, { id, owner }: BatchRow): Promise<ZipEntry[]> {
  const files: ZipEntry[] = []
  const add = (name: string, ingestionId: string, file: string) => {
    files.push({ name, open: () => openIfKept(ctx, { ingestionId, file, onlyFor: owner }) })
  }
  for await (const items of eachPage(ctx, id))
    for (const { result, ...item } of items) {
      const file = result?.artifacts.warped_path?.split('/').at(-1)
      if (file !== undefined) add(pageInBatch(item, file), item.ingestion_id!, file)
    }
  const { assemblies } = await readProgress(ctx.db, id)
  for (const [place, { group, state, stepId }] of assemblies.entries())
    if (state === 'done' && stepId !== null)
      add(fileInBatch(place, `${group}.pdf`), stepId, artifactFile.assembled(stepId))
  return files
}

/** A file may be erased while others are being written. */
async function openIfKept(ctx: Context, which: Parameters<typeof readArtifact>[1]): Promise<Readable | null> {
  try {
    return (await (await readArtifact(ctx, which)).open()).stream
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'expired')) return null
    throw error
  }
}
