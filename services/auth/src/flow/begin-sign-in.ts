import { loginPaths } from '@equerre/contract/identity'
import { safeNext } from '@equerre/contract/next-path'
import { z } from 'zod'
import { Pending } from '../adapters/google.ts'
import type { Context } from '../context.ts'
import { signInLifetimeMs } from '../core/session.ts'

/** What the browser keeps, sealed, until it comes back. */
const Departure = z.object({ pending: Pending, next: z.string(), beganAtMs: z.number() })
export type Departure = z.output<typeof Departure>

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
): Promise<{ location: string; departure: Credential }> {
  const { location, pending } = await ctx.google.begin(callbackUrl(site))
  const departure: Departure = { pending, next: safeNext(next), beganAtMs: Date.now() }
  const value = ctx.keyRing.seal(JSON.stringify(departure), purpose)
  return { location, departure: { value, lifetimeMs: signInLifetimeMs } }
}

/** What a browser left with; null when this is none of our cookies. */
export function readDeparture(ctx: Context, sealed: string | undefined): Departure | null {
  try {
    return Departure.parse(JSON.parse(ctx.keyRing.open(sealed ?? '', purpose)))
  } catch {
    return null
  }
}

export function callbackUrl(site: string): string {
  return new URL(`/api${loginPaths.callback}`, site).href
}
