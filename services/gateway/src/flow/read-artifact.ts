import type { DownloadParts } from '@equerre/contract/artifact'
import { storageKeys } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { StoredObject } from '@equerre/platform/storage'
import type { Context } from '../context.ts'
import { artifactMime, downloadParts, isHandedOut, stepOf } from '../core/artifact.ts'
import { isExpired, isOf, type Owner } from '../core/step.ts'
import { findIngestion } from '../store/ingestions.ts'
import { findStep } from '../store/steps.ts'

export type Artifact = {
  readonly bytes: number
  readonly etag: string
  readonly mime: string
  readonly download: DownloadParts
  /** Opens the bytes, or a range of them: first and last byte, both inclusive. */
  readonly open: (range?: { start: number; end: number }) => Promise<StoredObject>
}

/**
 * @param which `onlyFor`: the only owner who may read it; null where the reader has proved otherwise that they may
 * @throws Problem `not_found` for what is unknown, someone else's or not made; `expired`
 */
export async function readArtifact(
  ctx: Context,
  { ingestionId, file, onlyFor }: { ingestionId: string; file: string; onlyFor: Owner | null },
): Promise<Artifact> {
  const ingestion = await findIngestion(ctx.db, ingestionId)
  if (!ingestion || (onlyFor !== null && !isOf(ingestion, onlyFor))) throw new Problem('not_found')
  if (isExpired(ingestion, new Date())) throw new Problem('expired')
  if (!(await isMade(ctx, ingestionId, file))) throw new Problem('not_found')
  const key = storageKeys.artifact(ingestionId, file)
  const head = await ctx.storage.head(key)
  if (!head) throw new Problem('not_found')
  return {
    bytes: head.bytes,
    etag: head.etag,
    mime: artifactMime(file),
    download: downloadParts(ingestion.name, file),
    open: async (range) => {
      const object = await ctx.storage.get(key, range)
      if (!object) throw new Problem('not_found')
      return object
    },
  }
}

/** A step's files exist before its end and its charge are recorded; until then they must not be readable. */
async function isMade(ctx: Context, ingestionId: string, file: string): Promise<boolean> {
  if (!isHandedOut(file)) return false
  const stepId = stepOf(file)
  if (stepId === null) return true
  const step = await findStep(ctx.db, stepId)
  return step?.state === 'done' && step.ingestionId === ingestionId
}
