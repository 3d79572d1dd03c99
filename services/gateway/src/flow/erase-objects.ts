import { storageKeys } from '@equerre/contract/jobs'
import { counter } from '@equerre/platform/metrics'
import { StorageError } from '@equerre/platform/storage/error'
import type { Context } from '../context.ts'
import { findIngestion } from '../store/ingestions.ts'
import { forgetToErase } from '../store/files-to-erase.ts'

const filesErased = counter('files_erased_total', 'Files whose objects were erased', [])

/** Erases the objects of files that have ended. If it fails, the sweep tries again with those that are remembered. */
export async function eraseObjects(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.storage.deletePrefixes(ids.map((id) => storageKeys.prefix(id)))
  await forgetToErase(ctx.db, ids)
  filesErased.inc(ids.length)
}

/**
 * The same while somebody waits for what was decided: what a failing storage keeps is erased by the sweeps, and holds up
 * nobody.
 */
export async function tryToErase(ctx: Context, id: string): Promise<void> {
  try {
    await eraseObjects(ctx, [id])
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
}

/** While the file exists, a late result's objects stay until it goes: nobody can read them. */
export async function eraseLeftovers(ctx: Context, ingestionId: string): Promise<void> {
  const ingestion = await findIngestion(ctx.db, ingestionId)
  if (ingestion && ingestion.state !== 'expired') return
  await tryToErase(ctx, ingestionId)
}
