import type { LoginError } from '@equerre/contract/identity'
import { safeNext } from '@equerre/contract/next-path'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Person } from '../adapters/google.ts'
import type { Context } from '../context.ts'
import { isSignInStale, sessionLifetimeMs } from '../core/session.ts'
import { deleteSession, deleteSessionsExpiredBefore, insertSession } from '../store/sessions.ts'
import { saveUser } from '../store/users.ts'
import { callbackUrl, readPendingSignIn, type Credential, type PendingSignIn } from './begin-sign-in.ts'
import { ensureKeys } from './issue-keys.ts'
import { sha256 } from '@equerre/platform/sha256'

/** What the browser brings back from the provider. */
type Callback = {
  readonly site: string
  readonly query: { readonly code?: string; readonly state?: string; readonly error?: string }
  readonly pendingSignIn: string | undefined
  /** The session that the browser had before; it ends here. */
  readonly formerSession: string | undefined
}
export type SignIn =
  | { readonly next: string; readonly session: Credential; readonly error?: undefined }
  | { readonly next: string; readonly error: LoginError; readonly session?: undefined }

/**
 * Finishes a sign-in: identifies the person, creates account and keys on their first visit, and replaces the old session.
 * Failures at the provider are returned, not thrown: the sign-in page shows them.
 */
export async function finishSignIn(ctx: Context, back: Callback): Promise<SignIn> {
  const pendingSignIn = readPendingSignIn(ctx, back.pendingSignIn)
  const next = pendingSignIn?.next ?? safeNext(undefined)
  const person = await identifyPerson(ctx, back, pendingSignIn)
  if (typeof person === 'string') return { next, error: person }
  if (!person.emailVerified) return { next, error: 'unverified' }
  const value = await openSession(ctx, person, back.formerSession)
  return { next, session: { value, lifetimeMs: sessionLifetimeMs } }
}

async function identifyPerson(
  ctx: Context,
  { site, query }: Callback,
  pendingSignIn: PendingSignIn | null,
): Promise<Person | LoginError> {
  if (query.error === 'access_denied') return 'cancelled'
  if (query.error !== undefined) {
    ctx.log.warn({ error: query.error.slice(0, 100) }, 'the provider refused a sign-in')
    return 'unavailable'
  }
  const { code, state } = query
  if (!pendingSignIn || isSignInStale(pendingSignIn.beganAtMs, Date.now()) || !code || !state) return 'stale'
  try {
    return (await ctx.google.finish(callbackUrl(site), { code, state, ...pendingSignIn })) ?? 'stale'
  } catch (error) {
    // Only its name and message: attached properties may hold the provider's response, and with it a token.
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    ctx.log.error({ name, reason: message }, 'the provider did not complete a sign-in')
    return 'unavailable'
  }
}

async function openSession(ctx: Context, person: Person, former: string | undefined): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  const userId = await ctx.db.transaction().execute(async (tx) => {
    const { subject, email, name } = person
    const id = await saveUser(tx, { id: randomUUID(), subject, email, name })
    await ensureKeys(ctx, tx, id)
    if (former !== undefined) await deleteSession(tx, sha256(former))
    const expiresAt = new Date(now + sessionLifetimeMs)
    await insertSession(tx, { tokenHash: sha256(token), userId: id, expiresAt })
    return id
  })
  await deleteSessionsExpiredBefore(ctx.db, new Date(now))
  ctx.log.info({ userId }, 'signed in')
  return token
}
