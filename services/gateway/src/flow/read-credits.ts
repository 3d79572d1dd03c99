import type { Context } from '../context.ts'
import { readBalance } from '../store/wallet.ts'

export function readCredits(ctx: Context, principalId: string): Promise<number> {
  return readBalance(ctx.db, principalId)
}
