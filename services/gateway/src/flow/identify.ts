import { readApiKeyKind, type KeyScope } from '@equerre/contract/api-key'
import type { Credential, Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import { findGuest } from '../store/guests.ts'
import { findKey, findKeyEnd, findSessionOwner } from '../store/principals.ts'
import { sha256 } from '@equerre/platform/sha256'
import { countKeyRefusal } from './measure-keys.ts'

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
  /** What a named key may do; null for whoever may do everything. */
  readonly scopes: readonly KeyScope[] | null
  /** The key that pays; null without one, and for a test key. */
  readonly key: SpendingKey | null
}
/** `creditsPerMonth`: null without a cap. */
export type SpendingKey = { readonly id: string; readonly creditsPerMonth: number | null }

/** Of an identity that a cookie proves. */
export const withoutKey = { test: false, scopes: null, key: null } as const

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
    const found = await findKey(ctx.db, hashKey(ctx, apiKey))
    if (!found) return null
    const { userId: id, keyId, scopes, creditsPerMonth } = found
    const test = kind === 'test'
    const key = test ? null : { id: keyId, creditsPerMonth }
    return { principal: { kind: 'user', id }, credential: 'key', test, scopes, key }
  }
  if (sessionToken !== undefined) {
    const id = await findSessionOwner(ctx.db, sha256(sessionToken))
    if (id) return { ...withoutKey, principal: { kind: 'user', id }, credential: 'session' }
  }
  if (guestKey === undefined || !uuidV4.test(guestKey)) return null
  const id = await findGuest(ctx.db, sha256(guestKey))
  return id ? { ...withoutKey, principal: { kind: 'guest', id }, credential: 'guest_key' } : null
}

/** Why a key that identifies nobody is refused: it has ended, or there is none like it. */
export async function refusalOf(ctx: Context, apiKey: string): Promise<Problem> {
  const end = readApiKeyKind(apiKey) === null ? null : await findKeyEnd(ctx.db, hashKey(ctx, apiKey))
  countKeyRefusal(end ?? 'unknown')
  return new Problem(end === null ? 'unauthenticated' : `key_${end}`)
}

function hashKey({ config }: Context, apiKey: string): Buffer {
  return createHmac('sha256', config.KEY_PEPPER).update(apiKey).digest()
}
