import type { Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { holdUser } from '../store/principals.ts'
import type { Conn } from '../store/schema.ts'

/**
 * To be called before anything new is written for somebody: an account that is erased meanwhile waits for this transaction, and
 * then finds what it wrote. A guest has no account to erase.
 * @throws Problem `unauthenticated` when the account is gone
 */
export async function holdOwner(tx: Conn, { kind, id }: Principal): Promise<void> {
  if (kind === 'user' && !(await holdUser(tx, id))) throw new Problem('unauthenticated')
}
