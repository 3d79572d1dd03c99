const storageKey = 'equerre-waiting'

/**
 * Notes until when the first of the cards that wait is kept, in Unix milliseconds; null when none waits. It lies where a page
 * reads it at once: a sign-in and a payment come back to the desk while something waits there.
 */
export function noteWaiting(untilMs: number | null): void {
  try {
    if (untilMs === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, String(untilMs))
  } catch {
    // Storage may be refused; then nothing is kept that could wait.
  }
}

/** What {@link noteWaiting} noted. */
export function waitingUntilMs(): number | null {
  try {
    return Number(localStorage.getItem(storageKey)) || null
  } catch {
    return null
  }
}
