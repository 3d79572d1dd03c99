import type { Db } from '@equerre/platform/postgres'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { ForbiddenWrite } from './ledger-writes.ts'

/** Writes to purchases and withdrawals that the tables refuse even to their owner. */
export const forbiddenPurchaseWrites: Readonly<Record<string, ForbiddenWrite>> = {
  'two purchases for one order': {
    removal: 'alter table billing.purchases drop constraint one_purchase_per_session',
    error: /one_purchase_per_session/,
    write: async (db, wallet) => {
      await buy(db, wallet, { session_id: `cs_${wallet}` })
      await buy(db, wallet, { session_id: `cs_${wallet}` })
    },
  },
  'two purchases for one key': {
    removal: 'alter table billing.purchases drop constraint one_purchase_per_key',
    error: /one_purchase_per_key/,
    write: async (db, wallet) => {
      await buy(db, wallet, { idempotency_key: 'k' })
      await buy(db, wallet, { idempotency_key: 'k' })
    },
  },
  'a purchase for nothing': {
    removal: 'alter table billing.purchases drop constraint purchase_has_a_price',
    error: /purchase_has_a_price/,
    write: (db, wallet) => buy(db, wallet, { amount_cents: 0 }),
  },
  'a purchase in an unknown state': {
    removal: 'alter table billing.purchases drop constraint purchase_state_known',
    error: /purchase_state_known/,
    write: (db, wallet) => buy(db, wallet, { state: 'given' }),
  },
  'a paid purchase without a payment time': {
    removal: 'alter table billing.purchases drop constraint paid_purchase_has_a_time',
    error: /paid_purchase_has_a_time/,
    write: (db, wallet) => buy(db, wallet, { state: 'paid' }),
  },
  'a purchase without a wallet': {
    removal: 'alter table billing.purchases drop constraint purchase_of_a_wallet',
    error: /purchase_of_a_wallet/,
    write: (db) => buy(db, randomUUID(), {}),
  },
  'a withdrawal of nothing': {
    removal: 'alter table billing.withdrawals drop constraint withdrawal_returns_something',
    error: /withdrawal_returns_something/,
    write: async (db, wallet) => withdraw(db, await buy(db, wallet, {}), 0),
  },
  'two withdrawals from one purchase': {
    removal: 'alter table billing.withdrawals drop constraint one_withdrawal_per_purchase',
    error: /one_withdrawal_per_purchase/,
    write: async (db, wallet) => {
      const purchase = await buy(db, wallet, {})
      await withdraw(db, purchase, 100)
      await withdraw(db, purchase, 100)
    },
  },
}

type Columns = Readonly<
  Partial<Record<'session_id' | 'idempotency_key' | 'state', string> & { amount_cents: number }>
>

async function buy(db: Db<unknown>, wallet: string, columns: Columns): Promise<string> {
  const id = randomUUID()
  const { session_id = null, idempotency_key = null, state = 'open', amount_cents = 500 } = columns
  await sql`
    insert into billing.purchases (id, wallet_id, pack, credits, amount_cents, currency, state, session_id, idempotency_key)
    values (${id}, ${wallet}, 'pack100', 100, ${amount_cents}, 'eur', ${state}, ${session_id}, ${idempotency_key})`.execute(
    db,
  )
  return id
}

async function withdraw(db: Db<unknown>, purchase: string, cents: number): Promise<void> {
  await sql`
    insert into billing.withdrawals (id, purchase_id, credits, refund_cents, declared_at)
    values (${randomUUID()}, ${purchase}, 20, ${cents}, now())`.execute(db)
}
