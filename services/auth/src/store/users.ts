import type { AuthDb } from './schema.ts'

/** What the person and the provider have told about an account. */
export type StoredUser = { readonly id: string; readonly email: string; readonly name: string | null }

export async function findUser(db: AuthDb, id: string): Promise<StoredUser | undefined> {
  return db.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).executeTakeFirst()
}
