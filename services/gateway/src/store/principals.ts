import type { KeyScope } from '@equerre/contract/api-key'
import { sql } from 'kysely'
import type { Agreed } from '../core/ceilings.ts'
import type { Conn } from './schema.ts'

/** A valid key. The account's own ones have the account's id, may do everything and have no cap. */
type FoundKey = {
  readonly userId: string
  readonly keyId: string
  readonly scopes: readonly KeyScope[] | null
  readonly creditsPerMonth: number | null
}

/** A valid API key, by its HMAC; auth owns the tables behind this function. */
export async function findKey(db: Conn, hmac: Buffer): Promise<FoundKey | null> {
  const { rows } = await sql<FoundKey>`
    select user_id as "userId", key_id as "keyId", scopes, credits_per_month as "creditsPerMonth"
    from auth.identify_key(${hmac})`.execute(db)
  return rows[0] ?? null
}

/** Why a named key is not valid any more; null for one that never was, or was replaced. */
export async function findKeyEnd(db: Conn, hmac: Buffer): Promise<'revoked' | 'expired' | null> {
  const { rows } = await sql<{ why: 'revoked' | 'expired' | null }>`
    select auth.end_of_key(${hmac}) as why`.execute(db)
  return rows[0]?.why ?? null
}

/** What a named key may spend a month by now, or why it may not spend any more. */
export async function findKeyStanding(
  db: Conn,
  keyId: string,
): Promise<{ ended: 'revoked' | 'expired' | null; creditsPerMonth: number | null }> {
  const { rows } = await sql<{ ended: 'revoked' | 'expired' | null; creditsPerMonth: number | null }>`
    select ended, credits_per_month as "creditsPerMonth" from auth.standing_of_key(${keyId})`.execute(db)
  return rows[0] ?? { ended: 'revoked', creditsPerMonth: null }
}

/** The user of an unexpired session, by the SHA-256 of its token. */
export async function findSessionOwner(db: Conn, hash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select auth.find_session(${hash}) as id`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether somebody has ever bought credits, and what an operator has agreed with them. */
export async function readCustomer(db: Conn, userId: string): Promise<{ paying: boolean; agreed: Agreed }> {
  const { rows } = await sql<Agreed & { paying: boolean }>`
    select billing.is_paying(${userId}) as paying, uploads_per_minute as "uploadsPerMinute", steps_in_flight as "stepsInFlight"
    from (values (1)) one left join auth.agreed_ceilings(${userId}) on true`.execute(db)
  const { paying, ...agreed } = rows[0]!
  return { paying, agreed }
}

/** Whether auth has an unfinished erasure of this person. */
export async function isErasing(db: Conn, userId: string): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`select auth.is_erasing(${userId}) as asked`.execute(db)
  return rows[0]?.asked === true
}

/** Prevents the erasure of an account until the end of the transaction. @returns false when it is gone */
export async function holdUser(tx: Conn, userId: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select auth.hold_user(${userId}) as there`.execute(tx)
  return rows[0]!.there
}

/** Tells auth that nothing of this person is left here. */
export async function confirmErasure(db: Conn, userId: string): Promise<void> {
  await sql`select auth.confirm_erasure(${userId})`.execute(db)
}

/** Those who still have an account. */
export async function accountsAmong(db: Conn, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select auth.accounts_among(${[...userIds]}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes auth erase an account that had already been erased. */
export async function eraseAgain(db: Conn, userId: string): Promise<void> {
  await sql`select auth.erase_again(${userId})`.execute(db)
}
