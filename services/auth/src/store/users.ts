import type { Conn } from './schema.ts'

/** What the person and the provider have told us about an account. */
export type StoredUser = {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly createdAt: Date
}

export async function findUser(db: Conn, id: string): Promise<StoredUser | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Records a sign-in: creates an account for a new subject, otherwise updates address and name.
 * @param user `id` is used for a new account
 * @returns the account's id
 */
export async function saveUser(
  tx: Conn,
  user: { id: string; subject: string; email: string; name: string | null },
): Promise<string> {
  const { id, subject, email, name } = user
  const row = await tx
    .insertInto('users')
    .values({ id, google_subject: subject, email, name })
    .onConflict((conflict) => conflict.column('google_subject').doUpdateSet({ email, name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Locks the account against concurrent changes. @returns false when it is gone */
export async function lockUser(tx: Conn, id: string): Promise<boolean> {
  const row = await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** Deletes its sessions and keys too. @returns false when it was gone already */
export async function deleteUser(tx: Conn, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
