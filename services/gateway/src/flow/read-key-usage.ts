import type { KeyDay } from '@equerre/contract/keys'
import type { Context } from '../context.ts'
import { readKeyUsage as read } from '../store/key-usage.ts'

/** What each key of an account spent, by day; the account's own key, counted under the account's id, is null. */
export async function readKeyUsage(
  { db }: Context,
  { ownerId, days }: { ownerId: string; days: number },
): Promise<KeyDay[]> {
  const usage = await read(db, ownerId, days)
  return usage.map(({ day, keyId, credits }) => ({ day, key: keyId === ownerId ? null : keyId, credits }))
}
