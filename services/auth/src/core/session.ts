const dayMs = 24 * 3_600_000

/** A session ends after 30 days, however often it is used. */
export const sessionLifetimeMs = 30 * dayMs

/** How long a person may take at the provider before the sign-in must begin anew. */
export const signInLifetimeMs = 10 * 60_000

/** @param beganAtMs and `nowMs`: milliseconds since 1970 */
export function isSignInStale(beganAtMs: number, nowMs: number): boolean {
  return nowMs - beganAtMs > signInLifetimeMs
}

/** What an encrypted copy of a key is bound to: in another row or for another user it does not open. */
export function keyPurpose(userId: string, keyId: string): string {
  return `api key ${keyId} of ${userId}`
}
