import { loginPaths } from '@equerre/contract/identity'
import { safeNext } from '@equerre/contract/next-path'
import { z } from 'zod'
import { Pending } from '../adapters/google.ts'
import type { Context } from '../context.ts'
import { signInLifetimeMs } from '../core/session.ts'

/** What the browser keeps, sealed, until it comes back. */
const PendingSignIn = z.object({ pending: Pending, next: z.string(), beganAtMs: z.number() })
export type PendingSignIn = z.output<typeof PendingSignIn>

/** A credential on its way into a browser, and for how long it is kept there. */
export type Credential = { readonly value: string; readonly lifetimeMs: number }

const purpose = 'a sign-in under way'

/**
 * Sends a browser to the provider.
 * @param site the address that the browser sees us under
 * @returns where it goes, and what it must bring back in a cookie
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

/** What a browser left with; null when this is none of our cookies. */
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
