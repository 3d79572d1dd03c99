import type { Selectable } from 'kysely'
import type { Withdrawal } from '../core/withdrawal.ts'
import type { Conn, WithdrawalsTable } from './schema.ts'

export async function insertWithdrawal(tx: Conn, withdrawal: Withdrawal): Promise<void> {
  const { id, purchaseId, credits, refundCents, declaredAtMs } = withdrawal
  await tx
    .insertInto('withdrawals')
    .values({
      id,
      purchase_id: purchaseId,
      credits,
      refund_cents: refundCents,
      refund_id: null,
      declared_at: new Date(declaredAtMs),
    })
    .execute()
}

export async function findWithdrawal(db: Conn, id: string): Promise<Withdrawal | null> {
  const row = await db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toWithdrawal(row) : null
}

/** The withdrawal from a purchase; there is at most one. */
export async function findWithdrawalOf(db: Conn, purchaseId: string): Promise<Withdrawal | null> {
  const row = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirst()
  return row ? toWithdrawal(row) : null
}

export async function setRefund(db: Conn, id: string, refundId: string): Promise<void> {
  await db.updateTable('withdrawals').set({ refund_id: refundId }).where('id', '=', id).execute()
}

export async function listUnrefunded(db: Conn): Promise<string[]> {
  const rows = await db.selectFrom('withdrawals').select('id').where('refund_id', 'is', null).execute()
  return rows.map(({ id }) => id)
}

function toWithdrawal(row: Selectable<WithdrawalsTable>): Withdrawal {
  return {
    id: row.id,
    purchaseId: row.purchase_id,
    credits: row.credits,
    refundCents: row.refund_cents,
    refundId: row.refund_id,
    declaredAtMs: row.declared_at.getTime(),
  }
}
