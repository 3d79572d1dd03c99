import { mayBeSignedIn, pageCookies, readGuestCookies } from './cookies.ts'

const storageKey = 'equerre-topped-up'

/** Keeps for this tab that the free credits of the wallet in use are taken; the service alone knows when there are new ones. */
export function rememberTopUp(): void {
  try {
    sessionStorage.setItem(storageKey, wallet())
  } catch {
    // Storage may be refused; then the service says it again when it is asked.
  }
}

export function isToppedUp(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === wallet()
  } catch {
    return false
  }
}

/** Tells an account's wallet from that of the guest who opened it. */
function wallet(): string {
  const cookies = pageCookies()
  return `${mayBeSignedIn(cookies) ? 'user' : 'guest'} ${readGuestCookies(cookies).guestKey ?? ''}`
}
