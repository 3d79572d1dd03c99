import type { Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { holdUser } from '../store/principals.ts'
import type { Conn } from '../store/schema.ts'

/**
 * Call before writing anything new for somebody: an erasure of the account in the meantime waits for this transaction, and
 * then finds what it wrote. Guests have no account to erase.
 * @throws Problem `unauthenticated` when the account is gone
 */
export async function holdOwner(tx: Conn, { kind, id }: Principal): Promise<void> {
  if (kind === 'user' && !(await holdUser(tx, id))) throw new Problem('unauthenticated')
}
