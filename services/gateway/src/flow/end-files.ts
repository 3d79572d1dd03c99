import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import type { Step } from '../core/step.ts'
import { reclaimToErase, rememberToErase } from '../store/files-to-erase.ts'
import { deleteIngestions, leaveTombstones, lockAssembliesOf } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { deleteSteps, listUnfinished } from '../store/steps.ts'
import { endAndSettle } from './end-step.ts'
import { eraseObjects } from './erase-objects.ts'
import { withdrawSteps } from './withdraw-steps.ts'

/** Files per transaction, and per erasure in the storage. */
const batch = 100

/** What stays of a file: a tombstone answers 410, no row 404. */
type Rest = 'tombstone' | 'nothing'
type Ending = {
  /** Locks up to `limit` files. */
  readonly lock: (tx: Conn, batch: { limit: number }) => Promise<string[]>
  readonly leave: Rest
  readonly until?: AbortSignal
}

type Ended = { readonly ids: readonly string[]; readonly cancelled: readonly Step[] }

/** Ends and erases all files that `lock` finds, batch by batch; several processes do not find the same ones. */
export async function endAll(ctx: Context, { lock, leave, until }: Ending): Promise<void> {
  for (let full = true; full && !until?.aborted;) {
    const { found, ids, cancelled } = await inTransaction(ctx.db, async (tx) => {
      const locked = await lock(tx, { limit: batch })
      return { found: locked.length, ...(await endFiles(tx, locked, leave)) }
    })
    await withdrawSteps(ctx, cancelled)
    await eraseObjects(ctx, ids)
    full = found === batch
  }
}

/**
 * Ends files that the transaction has locked, and the assemblies that hold pages of them: running steps are cancelled, their
 * credits voided. Their objects are erased after it, since the storage may take longer than a transaction; from here on it is
 * on record that they must be.
 * @returns whatever was ended, and the cancelled steps, as they were
 */
export async function endFiles(tx: Conn, files: readonly string[], leave: Rest): Promise<Ended> {
  if (files.length === 0) return { ids: [], cancelled: [] }
  const ids = [...files, ...(await lockAssembliesOf(tx, files))]
  const running = await listUnfinished(tx, ids)
  for (const step of running) await endAndSettle(tx, step.id, { state: 'cancelled' })
  if (leave === 'nothing') await deleteIngestions(tx, ids)
  else {
    await deleteSteps(tx, ids)
    await leaveTombstones(tx, ids)
  }
  await rememberToErase(tx, ids)
  return { ids, cancelled: running }
}

/** Erases what was to be erased by somebody who has died since, or when the storage was away. */
export async function eraseRemembered(ctx: Context, until: AbortSignal): Promise<void> {
  for (let full = true; full && !until.aborted;) {
    const ids = await reclaimToErase(ctx.db, batch)
    await eraseObjects(ctx, ids)
    full = ids.length === batch
  }
}
