import type { HistoryKind } from '@equerre/contract/credits'
import { sql, type RawBuilder } from 'kysely'
import type { Conn } from './schema.ts'

/** Billing's functions, called inside the caller's transaction. A principal's wallet has the principal's id. */

export async function readBalance(db: Conn, wallet: string): Promise<number> {
  return (await call<number | null>(db, sql`billing.balance(${wallet})`)) ?? 0
}

/** Credits owed: while there are any, nothing can be spent. */
export async function readDebt(db: Conn, wallet: string): Promise<number> {
  return (await call<number | null>(db, sql`billing.debt(${wallet})`)) ?? 0
}

export async function grantGuest(db: Conn, wallet: string, credits: number): Promise<void> {
  await call(db, sql`billing.grant_guest(${wallet}, ${credits})`)
}

/** @returns the credits added now: 0 when the free ones had already been taken */
export async function topUp(db: Conn, wallet: string, credits: number): Promise<number> {
  return call<number>(db, sql`billing.top_up(${wallet}, ${credits})`)
}

/** Reserves one credit for a step. @returns false, reserving nothing, when none is left */
export async function holdCredit(db: Conn, wallet: string, stepId: string): Promise<boolean> {
  return call<boolean>(db, sql`billing.hold(${wallet}, ${stepId}, 1)`)
}

/** Charges the credit held for a step. @returns credits left */
export async function captureCredit(db: Conn, wallet: string, stepId: string): Promise<number> {
  return call<number>(db, sql`billing.capture(${wallet}, ${stepId})`)
}

/** Gives back the credit held for a step. @returns credits left */
export async function voidCredit(db: Conn, wallet: string, stepId: string): Promise<number> {
  return call<number>(db, sql`billing.void(${wallet}, ${stepId})`)
}

/** Merges a guest's wallet into an account's; an account takes in only one guest, ever. */
export async function moveCredits(
  db: Conn,
  { guest, account, atMost }: { guest: string; account: string; atMost: number },
): Promise<void> {
  await call(db, sql`billing.move(${guest}, ${account}, ${atMost})`)
}

/** A movement of credits; `stepId` is the step it paid for, if any. */
type WalletLine = {
  readonly id: number
  readonly at: Date
  readonly kind: HistoryKind
  readonly credits: number
  readonly owed: number
  readonly balance: number
  readonly stepId: string | null
}

/** Newest first, strictly older than the line `before`. */
export async function readHistory(
  db: Conn,
  wallet: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<WalletLine[]> {
  const { rows } = await sql<WalletLine>`
    select id, at, kind, credits, owed, balance, case when kind in ('hold', 'capture', 'void') then op_key end as "stepId"
    from billing.history(${wallet}, ${before}, ${limit})`.execute(db)
  return rows
}

async function call<T>(db: Conn, expression: RawBuilder<unknown>): Promise<T> {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(db)
  return rows[0]!.value
}
