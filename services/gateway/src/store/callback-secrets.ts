import { sql, type Selectable } from 'kysely'
import type { CallbackSecretsTable, Conn } from './schema.ts'
import type { SealedSecrets } from './sealed-secrets.ts'

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
