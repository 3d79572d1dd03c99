const dayMs = 24 * 3_600_000

/** A session ends after 30 days, however often it is used. */
export const sessionLifetimeMs = 30 * dayMs

/** How long a person may spend at the provider before they must start over. */
export const signInLifetimeMs = 10 * 60_000

/**
 * Whether a sign-in began too long ago, or further in the future than clock skew explains.
 * @param beganAtMs milliseconds since 1970, like `nowMs`
 */
export function isSignInStale(beganAtMs: number, nowMs: number): boolean {
  return nowMs - beganAtMs > signInLifetimeMs || beganAtMs - nowMs > signInLifetimeMs
}
