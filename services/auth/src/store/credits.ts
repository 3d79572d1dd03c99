import { sql } from 'kysely'
import type { AuthDb } from './schema.ts'

/** Spendable credits, by billing's function; a user who has never had any has no wallet and 0. */
export async function readBalance(db: AuthDb, wallet: string): Promise<number> {
  const { rows } = await sql<{
    credits: number | null
  }>`select billing.balance(${wallet}) as credits`.execute(db)
  return rows[0]?.credits ?? 0
}
