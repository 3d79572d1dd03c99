import type { Context } from '../context.ts'
import { findGuest } from '../store/guests.ts'
import { readBalance } from '../store/wallet.ts'
import { sha256 } from '@equerre/platform/sha256'

export function readCredits(ctx: Context, principalId: string): Promise<number> {
  return readBalance(ctx.db, principalId)
}

/** The balance behind a guest cookie; null when the cookie is unknown. */
export async function readGuestCredits(ctx: Context, guestKey: string): Promise<number | null> {
  const id = await findGuest(ctx.db, sha256(guestKey))
  return id === null ? null : readBalance(ctx.db, id)
}
