import { artifactFile } from '@equerre/contract/jobs'
import type { Readable } from 'node:stream'
import { zipOf, type ZipEntry } from '../adapters/zip.ts'
import type { Context } from '../context.ts'
import { fileInBatch, pageInBatch, type BatchRow } from '../core/batch.ts'
import { readProgress } from '../store/batches.ts'
import { eachPage } from './read-batch.ts'
import { readArtifact } from './read-artifact.ts'

/** The pages that were made of a batch and are still kept, and the PDFs that they were assembled to, as a zip. */
export async function zipBatch(ctx: Context, { id, owner }: BatchRow): Promise<Readable> {
  const files: ZipEntry[] = []
  const add = (name: string, ingestionId: string, file: string) => {
    const open = async () =>
      (await (await readArtifact(ctx, { ingestionId, file, onlyFor: owner })).open()).stream
    files.push({ name, open })
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
  return zipOf(files)
}
