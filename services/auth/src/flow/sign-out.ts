import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { deleteSession } from '../store/sessions.ts'

/** Ends a session for good: its token opens nothing any more, wherever a copy of it is. */
export async function signOut(ctx: Context, token: string | undefined): Promise<void> {
  if (token !== undefined) await deleteSession(ctx.db, hashOf(token))
}

/** What is kept of a session's token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
