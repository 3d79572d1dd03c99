import { sha256 } from '@equerre/platform/sha256'
import type { Context } from '../context.ts'
import { deleteSession } from '../store/sessions.ts'

/** Ends a session for good: every copy of its token stops working. */
export async function signOut(ctx: Context, token: string | undefined): Promise<void> {
  if (token !== undefined) await deleteSession(ctx.db, sha256(token))
}
