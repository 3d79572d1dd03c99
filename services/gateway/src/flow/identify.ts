import { readApiKeyKind } from '@equerre/contract/api-key'
import type { Credential, Principal } from '@equerre/contract/identity'
import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import { findGuest } from '../store/guests.ts'
import { findKeyOwner, findSessionOwner } from '../store/principals.ts'
import { sha256 } from '@equerre/platform/sha256'

/** The credentials a request carries. */
export type Credentials = {
  readonly apiKey: string | undefined
  readonly sessionToken: string | undefined
  readonly guestKey: string | undefined
}

export type Identity = {
  readonly principal: Principal
  readonly credential: Credential
  /** A test key: what it makes is free and watermarked. */
  readonly test: boolean
}

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * Determines who a request acts for: key before session before guest, never from a cache, so that a revoked key is refused at
 * once. A wrong key identifies nobody, rather than falling back to a cookie. One with a typing error is refused without a
 * query.
 */
export async function identify(ctx: Context, credentials: Credentials): Promise<Identity | null> {
  const { apiKey, sessionToken, guestKey } = credentials
  if (apiKey !== undefined) {
    const kind = readApiKeyKind(apiKey)
    if (kind === null) return null
    const hmac = createHmac('sha256', ctx.config.KEY_PEPPER).update(apiKey).digest()
    const id = await findKeyOwner(ctx.db, hmac)
    return id ? { principal: { kind: 'user', id }, credential: 'key', test: kind === 'test' } : null
  }
  if (sessionToken !== undefined) {
    const id = await findSessionOwner(ctx.db, sha256(sessionToken))
    if (id) return { principal: { kind: 'user', id }, credential: 'session', test: false }
  }
  if (guestKey === undefined || !uuidV4.test(guestKey)) return null
  const id = await findGuest(ctx.db, sha256(guestKey))
  return id ? { principal: { kind: 'guest', id }, credential: 'guest_key', test: false } : null
}
