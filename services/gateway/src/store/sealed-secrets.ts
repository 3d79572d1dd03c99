import { sql } from 'kysely'
import type { Conn } from './schema.ts'

/** What signs deliveries, sealed: of an endpoint, or of an account for the addresses that come with its calls, with its own id. */
export type SealedSecrets = {
  readonly id: string
  readonly ownerId: string
  readonly sealedSecret: string
  readonly sealedFormerSecret: string | null
  readonly formerUntil: Date | null
}

/** Where they are kept. */
export const secretPlaces = [
  { table: 'webhook_endpoints', key: 'id' },
  { table: 'callback_secrets', key: 'owner_id' },
] as const
type Place = (typeof secretPlaces)[number]

/** By id, after a given one. */
export async function listSealed(
  db: Conn,
  { table, key }: Place,
  { after, limit }: { after: string | null; limit: number },
): Promise<SealedSecrets[]> {
  const id = sql.ref(key)
  const { rows } = await sql<SealedSecrets>`
    select ${id} as id, owner_id as "ownerId", sealed_secret as "sealedSecret",
      sealed_former_secret as "sealedFormerSecret", former_until as "formerUntil"
    from ${sql.table(table)} where ${after}::uuid is null or ${id} > ${after} order by ${id} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Replaces a sealed secret, current or former, unless it was replaced in the meantime. */
export async function resealSecret(
  db: Conn,
  { table, key, id }: Place & { readonly id: string },
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const column of ['sealed_secret', 'sealed_former_secret'])
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
      where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${from}`.execute(db)
}
