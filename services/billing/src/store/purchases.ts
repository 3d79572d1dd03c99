import type { PackId } from '@equerre/contract/billing'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Payment, Purchase, PurchaseState } from '../core/payment.ts'
import type { BillingDb, Conn, PurchasesTable } from './schema.ts'

type NewPurchase = {
  readonly id: string
  readonly walletId: string
  readonly pack: PackId
  readonly credits: number
  readonly amountCents: number
  readonly currency: string
  readonly idempotencyKey: string | null
}

/**
 * Inserts a purchase, unless its key has already led to one in the last `keyHours`.
 * @returns the purchase of the key, and whether it existed before
 */
export async function insertPurchase(
  tx: Conn,
  purchase: NewPurchase,
  keyHours: number,
): Promise<{ purchase: Purchase; replayed: boolean }> {
  const { id, walletId, pack, credits, amountCents, currency, idempotencyKey } = purchase
  await tx
    .updateTable('purchases')
    .set({ idempotency_key: null })
    .where('wallet_id', '=', walletId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${keyHours})`)
    .execute()
  await tx
    .insertInto('purchases')
    .values({
      id,
      wallet_id: walletId,
      pack,
      credits,
      amount_cents: amountCents,
      currency,
      idempotency_key: idempotencyKey,
    })
    .onConflict((conflict) => conflict.columns(['wallet_id', 'idempotency_key']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('purchases')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb.and([eb('wallet_id', '=', walletId), eb('idempotency_key', '=', idempotencyKey)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return { purchase: toPurchase(row), replayed: row.id !== id }
}

/** Stores the provider's name of an order; the first one stays. */
export async function setSession(db: Conn, id: string, sessionId: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ session_id: sessionId })
    .where('id', '=', id)
    .where('session_id', 'is', null)
    .execute()
}

/**
 * The purchase that an order belongs to, locked until the end of the transaction: found by the order's name, or by the
 * purchase id that we wrote on the order when its name never reached us.
 */
export async function lockPurchaseOf(tx: Conn, payment: Payment): Promise<Purchase | null> {
  const { sessionId, purchaseId } = payment
  const known = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  if (known) return toPurchase(known)
  if (purchaseId === null) return null
  const written = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst()
  return written ? toPurchase(written) : null
}

export async function lockPurchase(tx: Conn, id: string): Promise<Purchase | null> {
  const row = await tx.selectFrom('purchases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toPurchase(row) : null
}

export async function findPurchase(db: Conn, id: string): Promise<Purchase | null> {
  const row = await db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toPurchase(row) : null
}

/** Sets a state other than `paid`; a paid purchase stays paid. */
export async function noteState(tx: Conn, id: string, state: Exclude<PurchaseState, 'paid'>): Promise<void> {
  await tx.updateTable('purchases').set({ state }).where('id', '=', id).where('state', '<>', 'paid').execute()
}

export async function markPaid(
  tx: Conn,
  id: string,
  { sessionId, paymentId }: { sessionId: string; paymentId: string | null },
): Promise<void> {
  await tx
    .updateTable('purchases')
    .set({ state: 'paid', session_id: sessionId, payment_id: paymentId, paid_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Orders with a pending payment, which may take weeks to end. */
export async function listPendingSessions(db: Conn): Promise<string[]> {
  const rows = await db
    .selectFrom('purchases')
    .select('session_id')
    .where('state', '=', 'pending')
    .where('session_id', 'is not', null)
    .execute()
  return rows.flatMap(({ session_id }) => session_id ?? [])
}

/** Those of the orders whose credits were granted. */
export async function listGranted(db: BillingDb, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('purchases')
    .select('session_id')
    .where('state', '=', 'paid')
    .where('session_id', 'in', sessionIds)
    .execute()
  return new Set(rows.flatMap(({ session_id }) => session_id ?? []))
}

/** Purchases paid since a time, newest first. */
export async function listPaidSince(db: Conn, walletId: string, since: Date): Promise<Purchase[]> {
  const rows = await db
    .selectFrom('purchases')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .where('paid_at', '>=', since)
    .orderBy('paid_at', 'desc')
    .execute()
  return rows.map(toPurchase)
}

function toPurchase(row: Selectable<PurchasesTable>): Purchase {
  return {
    id: row.id,
    walletId: row.wallet_id,
    pack: row.pack,
    credits: row.credits,
    amountCents: row.amount_cents,
    currency: row.currency,
    state: row.state,
    sessionId: row.session_id,
    paymentId: row.payment_id,
    paidAtMs: row.paid_at?.getTime() ?? null,
  }
}
