import { sql } from 'kysely'
import type { KeyScope } from '../core/idempotency.ts'
import { deleteInPortions } from './delete-in-portions.ts'
import type { Conn } from './schema.ts'

/** What the first request with a key left: only its claim while its file arrives, then a step or an answer. */
export type KeyClaim = {
  readonly fingerprint: Buffer | null
  readonly stepId: string | null
  readonly answer: object | null
}

/** An upload without a heartbeat for this long is dead; it sends four in that time. */
const claimSeconds = 20
export const claimHeartbeatMs = 5_000

/**
 * Claims a key for an upload whose file has not arrived yet, taking it over from a dead upload.
 * @returns null when the key is now this upload's, otherwise what the first request left
 */
export async function claimKeyForUpload(
  db: Conn,
  { ownerId, route, key }: KeyScope,
  uploadId: string,
): Promise<KeyClaim | null> {
  const claim = { claimed_by: uploadId, alive_at: sql<Date>`now()` }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency')
    .values({ owner_id: ownerId, route, key, ...claim })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'route', 'key'])
        .doUpdateSet({ ...claim, created_at: sql<Date>`now()` })
        .where('idempotency.fingerprint', 'is', null)
        .where('idempotency.alive_at', '<', sql<Date>`now() - make_interval(secs => ${claimSeconds})`),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? null : findClaim(db, { ownerId, route, key })
}

/** Heartbeat of the upload that holds a key and is still arriving. */
export async function extendClaim(db: Conn, scope: KeyScope, uploadId: string): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ alive_at: sql<Date>`now()` })
    .where('owner_id', '=', scope.ownerId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .where('claimed_by', '=', uploadId)
    .execute()
}

/**
 * Claims a key for this request, waiting for a concurrent claim in another transaction.
 * @returns null when the key is now ours, otherwise what the first request left
 */
export async function claimKey(tx: Conn, scope: KeyScope, fingerprint: Buffer): Promise<KeyClaim | null> {
  const { ownerId, route, key } = scope
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency')
    .values({ owner_id: ownerId, route, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? null : findClaim(tx, scope)
}

async function findClaim(db: Conn, { ownerId, route, key }: KeyScope): Promise<KeyClaim> {
  const row = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'step_id', 'answer'])
    .where('owner_id', '=', ownerId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst()
  // Null after a release between the two statements: the caller may retry.
  return { fingerprint: row?.fingerprint ?? null, stepId: row?.step_id ?? null, answer: row?.answer ?? null }
}

/**
 * Completes a claim with the outcome of its request.
 * @param outcome `uploadId`: the upload that must still hold the key
 * @returns false when another upload holds it now
 */
export async function completeKey(
  tx: Conn,
  scope: KeyScope,
  outcome: { fingerprint: Buffer; stepId?: string; answer?: object; uploadId?: string },
): Promise<boolean> {
  const { uploadId } = outcome
  const { numUpdatedRows } = await tx
    .updateTable('idempotency')
    .set({
      fingerprint: outcome.fingerprint,
      step_id: outcome.stepId ?? null,
      answer: outcome.answer ? JSON.stringify(outcome.answer) : null,
    })
    .where('owner_id', '=', scope.ownerId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .$if(uploadId !== undefined, (query) => query.where('claimed_by', '=', uploadId!))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases the key of an upload that came to nothing: refusals are not stored. */
export async function releaseKey(db: Conn, scope: KeyScope, uploadId: string): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('owner_id', '=', scope.ownerId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .where('claimed_by', '=', uploadId)
    .where('step_id', 'is', null)
    .where('answer', 'is', null)
    .execute()
}

/** Releases the keys that led to a step. */
export async function forgetStep(tx: Conn, stepId: string): Promise<void> {
  await tx.deleteFrom('idempotency').where('step_id', '=', stepId).execute()
}

/** Deletes expired keys, and claims whose upload died with its gateway. */
export async function deleteOldKeys(
  db: Conn,
  { before, abandonedBefore }: { before: Date; abandonedBefore: Date },
): Promise<void> {
  // One after the other, since each has its index.
  await deleteInPortions(db, 'idempotency', sql`created_at < ${before}`)
  await deleteInPortions(db, 'idempotency', sql`fingerprint is null and created_at < ${abandonedBefore}`)
}

/**
 * Gives a guest's keys to an account, except those the account has used itself and those whose file is still arriving, which
 * stay with the guest.
 */
export async function adoptKeys(tx: Conn, guestId: string, userId: string): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set({ owner_id: userId })
    .where('owner_id', '=', guestId)
    .where('fingerprint', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('idempotency as own')
            .select('own.key')
            .where('own.owner_id', '=', userId)
            .whereRef('own.route', '=', 'idempotency.route')
            .whereRef('own.key', '=', 'idempotency.key'),
        ),
      ),
    )
    .execute()
}

export async function deleteKeysOf(db: Conn, ownerId: string): Promise<void> {
  await db.deleteFrom('idempotency').where('owner_id', '=', ownerId).execute()
}
