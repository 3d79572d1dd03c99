import type { PackId } from '@equerre/contract/billing'
import type { Db, Tx } from '@equerre/platform/postgres'
import type { ColumnType, Generated } from 'kysely'
import type { PurchaseState } from '../core/payment.ts'

export type PurchasesTable = {
  id: string
  wallet_id: string
  pack: PackId
  credits: number
  amount_cents: number
  currency: string
  state: Generated<PurchaseState>
  session_id: string | null
  payment_id: string | null
  idempotency_key: string | null
  created_at: ColumnType<Date, Date | undefined, never>
  paid_at: Date | null
}
export type WithdrawalsTable = {
  id: string
  purchase_id: string
  credits: number
  refund_cents: number
  refund_id: string | null
  declared_at: Date
}

export type BillingSchema = { purchases: PurchasesTable; withdrawals: WithdrawalsTable }
export type BillingDb = Db<BillingSchema>
/** A connection or a transaction: the first parameter of every function in store/. */
export type Conn = BillingDb | Tx<BillingSchema>
