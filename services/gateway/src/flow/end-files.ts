import { inTransaction, isOutage } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import type { Step } from '../core/step.ts'
import { reclaimToErase, rememberToErase } from '../store/files-to-erase.ts'
import { deleteIngestions, leaveTombstones, lockAssembliesOf, type Some } from '../store/ingestions.ts'
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
  readonly lock: (tx: Conn, some: Some) => Promise<string[]>
  readonly leave: Rest
  readonly until?: AbortSignal
}

type Ended = { readonly ids: readonly string[]; readonly cancelled: readonly Step[] }

/**
 * Ends and erases all files that `lock` finds, batch by batch; several processes do not find the same ones. A file that cannot be ended is
 * looked for one by one, and holds up no other.
 * @returns those that could not be ended
 */
export async function endAll(ctx: Context, { lock, leave, until }: Ending): Promise<readonly string[]> {
  const except: string[] = []
  for (let [limit, full] = [batch, true]; full && !until?.aborted;) {
    const portion = await endPortion(ctx, (tx) => lock(tx, { limit, except }), leave)
    full = portion.error !== undefined || portion.found.length === limit
    if (portion.error === undefined) continue
    const [file] = portion.found
    if (file === undefined || isOutage(portion.error)) throw portion.error
    if (limit > 1) {
      limit = 1
      continue
    }
    ctx.log.error({ err: portion.error, ingestionId: file }, 'a file could not be ended; the others go on')
    except.push(file)
    limit = batch
  }
  return except
}

async function endPortion(ctx: Context, lock: (tx: Conn) => Promise<string[]>, leave: Rest) {
  let found: string[] = []
  let ended: Ended
  try {
    ended = await inTransaction(ctx.db, async (tx) => {
      found = await lock(tx)
      return endFiles(tx, found, leave)
    })
  } catch (error) {
    return { found, error: error instanceof Error ? error : new Error(String(error)) }
  }
  await withdrawSteps(ctx, ended.cancelled)
  await eraseObjects(ctx, ended.ids)
  return { found }
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
