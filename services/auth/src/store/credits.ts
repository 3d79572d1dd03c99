import { sql } from 'kysely'
import type { Conn } from './schema.ts'

/** Spendable credits, from billing's function; 0 for a user without a wallet. */
export async function readBalance(db: Conn, wallet: string): Promise<number> {
  const { rows } = await sql<{
    credits: number | null
  }>`select billing.balance(${wallet}) as credits`.execute(db)
  return rows[0]?.credits ?? 0
}

/** Removes from billing what could link a wallet to a person. @returns false while a credit is held: try again */
export async function eraseWallet(tx: Conn, wallet: string): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`select billing.erase(${wallet}) as erased`.execute(tx)
  return rows[0]?.erased === true
}
