const storageKey = 'equerre-waiting'

/**
 * Notes when the first waiting card expires, in Unix milliseconds; null when none waits. In localStorage because
 * it is read synchronously: sign-in and payment return to the desk while cards wait there.
 */
export function noteWaiting(untilMs: number | null): void {
  try {
    if (untilMs === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, String(untilMs))
  } catch {
    // Storage may be blocked; then no cards are stored either.
  }
}

/** The time set by {@link noteWaiting}. */
export function waitingUntilMs(): number | null {
  try {
    return Number(localStorage.getItem(storageKey)) || null
  } catch {
    return null
  }
}
