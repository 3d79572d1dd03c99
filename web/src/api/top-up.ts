import { mayBeSignedIn, pageCookies, readGuestCookies } from './cookies.ts'

const storageKey = 'equerre-topped-up'

/** Remembers in this tab that the current wallet's free credits are claimed; the service decides on new ones. */
export function rememberTopUp(): void {
  try {
    sessionStorage.setItem(storageKey, wallet())
  } catch {
    // Storage may be blocked; then the service refuses the next claim itself.
  }
}

export function isToppedUp(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === wallet()
  } catch {
    return false
  }
}

/** Identifies the wallet; an account's differs from that of the guest it was opened by. */
function wallet(): string {
  const cookies = pageCookies()
  return `${mayBeSignedIn(cookies) ? 'user' : 'guest'} ${readGuestCookies(cookies).guestKey ?? ''}`
}
