import type { addCredits as addCreditsEndpoint, getCredits } from '@equerre/contract/credits'
import type { ReplyOf } from '@equerre/contract/endpoint'
import { call, UnreachableError } from './client.ts'
import { readGuestCookies, writeCreditsCookie } from './cookies.ts'
import type { GuestCookies } from './cookies.ts'
import { lastPrincipal } from './principal.ts'
import type { PrincipalKind } from './principal.ts'

/** What the server grants a new guest; shown while it is unreachable and no guest is known. */
export const guestStartingCredits = 10

type Facts = {
  /** The server's answer; null if the call failed. */
  readonly answer: number | null
  readonly cookies: GuestCookies
  readonly lastPrincipal: PrincipalKind | null
  /** The last balance the page received, if any. */
  readonly known?: number | undefined
}

/**
 * The balance to show, and whether to store it in the cookie. A non-negative answer is used and stored. Without
 * one, the guest cookies' balance is shown, unless it may be an account's: that is known to the page only.
 */
export function shownCredits({ answer, cookies, lastPrincipal: last, known }: Facts): {
  credits: number
  keep: boolean
} {
  if (answer !== null && answer >= 0) return { credits: answer, keep: true }
  if (last === 'user' && known !== undefined) return { credits: known, keep: false }
  if (cookies.guestKey === null) return { credits: guestStartingCredits, keep: false }
  if (last === 'user') return { credits: 0, keep: false }
  return { credits: Math.max(0, cookies.credits ?? 0), keep: false }
}

/** Fetches the balance; never fails, but falls back on the cookies or the page's last known balance. */
export async function fetchCredits(known?: number): Promise<number> {
  const answer = await askServer().catch(() => null)
  const shown = shownCredits({
    answer,
    cookies: readGuestCookies(document.cookie),
    lastPrincipal: lastPrincipal(),
    known,
  })
  if (shown.keep) writeCreditsCookie(shown.credits)
  return shown.credits
}

/** Claims the free credits, once per wallet. Returns the new balance; throws if the server refuses. */
export async function claimFreeCredits(): Promise<number> {
  const response = await call('addCredits')
  const { credits } = (await response.json()) as ReplyOf<typeof addCreditsEndpoint>
  writeCreditsCookie(credits)
  return credits
}

async function askServer(): Promise<number> {
  const response = await call('getCredits')
  const { credits } = (await response.json()) as Partial<ReplyOf<typeof getCredits>>
  if (typeof credits !== 'number') throw new UnreachableError('an answer without credits')
  return credits
}
