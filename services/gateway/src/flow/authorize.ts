import type { KeyScope } from '@equerre/contract/api-key'
import type { Access } from '@equerre/contract/endpoint'
import { Problem } from '@equerre/contract/problems'
import type { RateLimiter } from '../adapters/rate-limiter.ts'
import type { Context } from '../context.ts'
import { ceilingsOf, type Ceilings } from '../core/ceilings.ts'
import type { Standing } from '../core/fairness.ts'
import { networksOf, originsOf } from '../core/network.ts'
import { isForeign, isSameSite, type RequestOrigin } from '../core/same-site.ts'
import { adoptGuest } from './adopt-guest.ts'
import { sha256 } from '@equerre/platform/sha256'
import { identify, refusalOf, type Credentials, type Identity } from './identify.ts'
import { countWrongCredential } from './count-wrong-credential.ts'
import { countKeyRefusal } from './measure-keys.ts'
import { welcomeGuest } from './welcome-guest.ts'

export type Visit = {
  readonly access: Exclude<Access, 'public' | 'optional'>
  /** Any of these lets a named key in. */
  readonly scopes: readonly KeyScope[]
  readonly credentials: Credentials
  readonly origin: RequestOrigin
  /** Whether the request may change something; a cookie alone does not authorise that. */
  readonly mutates: boolean
  readonly uploads: boolean
  /** The sender shows an account, and must not be answered as a guest. */
  readonly signedIn: boolean
  readonly address: string | undefined
}
/** `guestKey`: of a guest created just now; `guestCredits`: what an adopted guest has left. */
export type Admission = Identity & {
  readonly standing: Standing
  readonly ceilings: Ceilings
  readonly guestKey?: string
  readonly guestCredits?: number
}

/**
 * Lets a request in: determines who it acts for, whether a cookie may authorise it, and whether it comes too often.
 * @throws Problem `unauthenticated`, `key_expired`, `key_revoked`, `scope_missing`, `forbidden`, `rate_limited`
 */
export async function authorize(ctx: Context, visit: Visit): Promise<Admission> {
  const identity = await identify(ctx, visit.credentials)
  if (await isGuess(ctx, visit.credentials, identity)) await countWrongCredential(ctx, visit.address)
  assertStillSignedIn(visit, identity)
  if (!identity) return admitNewcomer(ctx, visit)
  const { principal, credential } = identity
  assertAllowed(visit, identity)
  if (visit.mutates && credential !== 'key' && !isSameSite(visit.origin)) throw new Problem('forbidden')
  const rank = await rankOf(ctx, identity, visit.address)
  const { requestsPerMinute, uploadsPerMinute } = rank.ceilings
  const subject = principal.id
  await limitRate(ctx, credential === 'key' ? 'key' : 'cookie', { subject, perMinute: requestsPerMinute })
  if (visit.uploads) await limitRate(ctx, 'upload', { subject, perMinute: uploadsPerMinute })
  return { ...identity, ...rank, ...(await adopt(ctx, visit, identity)) }
}

/** A person whose session has ended must not spend as a guest without a word (decision 112). */
function assertStillSignedIn({ signedIn }: Visit, identity: Identity | null): void {
  if (signedIn && identity?.credential !== 'session') throw new Problem('session_ended')
}

/**
 * Whether the request has an unknown key or session. A browser sends an expired session with every request, so a session
 * counts as one guess a minute.
 */
async function isGuess(
  ctx: Context,
  { apiKey, sessionToken }: Credentials,
  identity: Identity | null,
): Promise<boolean> {
  if (apiKey !== undefined) return identity === null
  if (sessionToken === undefined || identity?.credential === 'session') return false
  return (await ctx.quotas.count('minute', `session ${sha256(sessionToken).toString('hex')}`, 1)).used === 1
}

/**
 * Accounts show keys and sell credits: test keys have no access to that, the account's own key to some of it. A valid key is
 * told what is missing, or a program would take it for a wrong one.
 */
function assertAllowed(
  { access, scopes: opening }: Visit,
  { principal, credential, test, scopes }: Identity,
): void {
  if (scopes !== null) {
    if (opening.some((scope) => scopes.includes(scope))) return
    countKeyRefusal('scope')
    throw new Problem('scope_needed', { scopes: [...opening] })
  }
  const asKey = credential === 'key'
  if (access === 'session' && credential !== 'session')
    throw new Problem(asKey ? 'session_needed' : 'unauthenticated')
  if (access === 'user' && (principal.kind !== 'user' || test))
    throw new Problem(asKey ? 'live_key_needed' : 'unauthenticated')
}

type Rank = Pick<Admission, 'standing' | 'ceilings'>

/** A test key never counts as its owner: it does not pay, and nothing was agreed for it. */
async function rankOf(
  { config, cachedReads }: Context,
  { principal, credential, test }: Identity,
  address: string | undefined,
): Promise<Rank> {
  const customer = principal.kind === 'guest' || test ? null : await cachedReads.customer(principal.id)
  const tier = principal.kind === 'guest' ? 'guest' : customer?.paying ? 'paying' : 'account'
  const agreed = customer?.agreed ?? null
  return {
    standing: { tier, networks: originsOf(address) },
    ceilings: ceilingsOf({ tier, credential, agreed }, config.limits),
  }
}

/** Adopts this browser's guest for a session; returns what the guest has left. */
async function adopt(
  ctx: Context,
  { credentials: { guestKey } }: Visit,
  { principal, credential }: Identity,
): Promise<Pick<Admission, 'guestCredits'>> {
  if (credential !== 'session' || guestKey === undefined) return {}
  const guestCredits = await adoptGuest(ctx, { guestKey, userId: principal.id })
  return guestCredits === null ? {} : { guestCredits }
}

/** A wrong key is refused rather than welcomed as a new guest, and so is a visitor sent by another site. */
async function admitNewcomer(
  ctx: Context,
  { access, credentials, origin, address }: Visit,
): Promise<Admission> {
  if (credentials.apiKey !== undefined) throw await refusalOf(ctx, credentials.apiKey)
  if (access !== 'newcomer') throw new Problem('unauthenticated')
  if (isForeign(origin)) throw new Problem('forbidden')
  await limitStranger(ctx, address)
  const { identity, guestKey } = await welcomeGuest(ctx, address)
  return { ...identity, ...(await rankOf(ctx, identity, address)), guestKey }
}

/**
 * Limits new guests and sign-ins per network, before anybody is identified.
 * @throws Problem `rate_limited`
 */
export async function limitStranger(ctx: Context, address: string | undefined): Promise<void> {
  const subject = `network:${networksOf(address, true)[0]!.name}`
  await limitRate(ctx, 'cookie', { subject, perMinute: ctx.config.limits.cookieRequestsPerMinute })
}

async function limitRate(ctx: Context, ...bucket: Parameters<RateLimiter['take']>): Promise<void> {
  const waitSeconds = await ctx.rates.take(...bucket)
  if (waitSeconds !== null) throw new Problem('rate_limited', {}, { retryAfterS: waitSeconds })
}
