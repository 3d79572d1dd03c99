const dayMs = 24 * 3_600_000

/** A session ends after 30 days, however often it is used. */
export const sessionLifetimeMs = 30 * dayMs

/** How long a person may take at the provider before the sign-in must begin anew. */
export const signInLifetimeMs = 10 * 60_000

/**
 * Whether a person has been at the provider for too long, or seems to come from the future by more than clocks differ.
 * @param beganAtMs milliseconds since 1970, like `nowMs`
 */
export function isSignInStale(beganAtMs: number, nowMs: number): boolean {
  return nowMs - beganAtMs > signInLifetimeMs || beganAtMs - nowMs > signInLifetimeMs
}
