import type { Conn } from './schema.ts'

/** An account that is deleted here but not yet everywhere. */
type Erasure = { readonly userId: string; readonly gatewayDone: boolean }

export async function insertErasure(tx: Conn, userId: string): Promise<void> {
  await tx
    .insertInto('erasures')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listErasures(db: Conn, limit: number): Promise<Erasure[]> {
  const rows = await db
    .selectFrom('erasures')
    .select(['user_id', 'gateway_done_at'])
    .orderBy('requested_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, gatewayDone: row.gateway_done_at !== null }))
}

export async function deleteErasure(tx: Conn, userId: string): Promise<void> {
  await tx.deleteFrom('erasures').where('user_id', '=', userId).execute()
}
