import { sql, type Selectable } from 'kysely'
import type { CallbackSecretsTable, Conn } from './schema.ts'
import type { SealedSecrets } from './webhook-endpoints.ts'

/** Gives an account a secret, or a new one beside the former. @returns what it has now */
export async function replaceCallbackSecret(
  db: Conn,
  ownerId: string,
  { sealedSecret, formerUntil }: { readonly sealedSecret: string; readonly formerUntil: Date },
): Promise<SealedSecrets> {
  const row = await db
    .insertInto('callback_secrets')
    .values({ owner_id: ownerId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({
        sealed_secret: sealedSecret,
        sealed_former_secret: sql`callback_secrets.sealed_secret`,
        former_until: formerUntil,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSecrets(row)
}

/** Those of these accounts that have one. */
export async function findCallbackSecrets(db: Conn, owners: readonly string[]): Promise<SealedSecrets[]> {
  if (owners.length === 0) return []
  const rows = await db
    .selectFrom('callback_secrets')
    .selectAll()
    .where('owner_id', 'in', [...owners])
    .execute()
  return rows.map(toSecrets)
}

/** By account, after a given one. */
export async function listCallbackSecrets(
  db: Conn,
  { after, limit }: { after: string | null; limit: number },
): Promise<SealedSecrets[]> {
  const rows = await db
    .selectFrom('callback_secrets')
    .selectAll()
    .$if(after !== null, (query) => query.where('owner_id', '>', after!))
    .orderBy('owner_id')
    .limit(limit)
    .execute()
  return rows.map(toSecrets)
}

/** Replaces a sealed secret, wherever the account has it, unless it was replaced in the meantime. */
export async function resealCallbackSecret(
  db: Conn,
  ownerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const column of ['sealed_secret', 'sealed_former_secret'] as const)
    await db
      .updateTable('callback_secrets')
      .set({ [column]: to })
      .where('owner_id', '=', ownerId)
      .where(column, '=', from)
      .execute()
}

export async function deleteCallbackSecretOf(tx: Conn, ownerId: string): Promise<void> {
  await tx.deleteFrom('callback_secrets').where('owner_id', '=', ownerId).execute()
}

/** An account has one at most, so that its id is the account's. */
function toSecrets(row: Selectable<CallbackSecretsTable>): SealedSecrets {
  return {
    id: row.owner_id,
    ownerId: row.owner_id,
    sealedSecret: row.sealed_secret,
    sealedFormerSecret: row.sealed_former_secret,
    formerUntil: row.former_until,
  }
}
