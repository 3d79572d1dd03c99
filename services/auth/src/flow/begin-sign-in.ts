import { loginPaths } from '@equerre/contract/identity'
import { safeNext } from '@equerre/contract/next-path'
import { z } from 'zod'
import { Pending } from '../adapters/google.ts'
import type { Context } from '../context.ts'
import { signInLifetimeMs } from '../core/session.ts'

/** What the browser keeps, sealed, while it is at the provider. */
const PendingSignIn = z.object({ pending: Pending, next: z.string(), beganAtMs: z.number() })
export type PendingSignIn = z.output<typeof PendingSignIn>

/** A credential to store in a browser, and for how long. */
export type Credential = { readonly value: string; readonly lifetimeMs: number }

const purpose = 'a sign-in under way'

/**
 * Sends a browser to the provider.
 * @param site the origin that the browser sees us under
 * @returns where to send it, and the cookie that it must bring back
 */
export async function beginSignIn(
  ctx: Context,
  { site, next }: { site: string; next: string | undefined },
): Promise<{ location: string; pendingSignIn: Credential }> {
  const { location, pending } = await ctx.google.begin(callbackUrl(site))
  const pendingSignIn: PendingSignIn = { pending, next: safeNext(next), beganAtMs: Date.now() }
  const value = ctx.keyRing.seal(JSON.stringify(pendingSignIn), purpose)
  return { location, pendingSignIn: { value, lifetimeMs: signInLifetimeMs } }
}

/** What the browser took along; null when the cookie is missing or not one of ours. */
export function readPendingSignIn(ctx: Context, sealed: string | undefined): PendingSignIn | null {
  try {
    return PendingSignIn.parse(JSON.parse(ctx.keyRing.open(sealed ?? '', purpose)))
  } catch {
    return null
  }
}

export function callbackUrl(site: string): string {
  return new URL(`/api${loginPaths.callback}`, site).href
}
