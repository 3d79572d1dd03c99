import type { Conn } from './schema.ts'

type StoredSession = { readonly createdAt: Date; readonly expiresAt: Date }

export async function insertSession(
  tx: Conn,
  session: { tokenHash: Buffer; userId: string; expiresAt: Date },
): Promise<void> {
  const { tokenHash, userId, expiresAt } = session
  await tx
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute()
}

export async function deleteSession(db: Conn, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsExpiredBefore(db: Conn, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
}

export async function listSessions(db: Conn, userId: string): Promise<StoredSession[]> {
  return db
    .selectFrom('sessions')
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}
