/** Set by the service along with the session cookie, which scripts cannot read. */
export const signedInCookie = 'signed-in'
const keyCookie = 'guest_key'
const creditsCookie = 'cookie_credits'
const maxAgeS = 365 * 24 * 3600

export type GuestCookies = { readonly guestKey: string | null; readonly credits: number | null }

/** Reads the guest from `cookies`, as in `document.cookie`; null for missing cookies and invalid numbers. */
export function readGuestCookies(cookies: string): GuestCookies {
  const pairs = readPairs(cookies)
  const credits = pairs.get(creditsCookie)
  const amount = credits === undefined || credits === '' ? Number.NaN : Number(credits)
  return { guestKey: pairs.get(keyCookie) || null, credits: Number.isFinite(amount) ? amount : null }
}

/** The cookies the page can read; empty on the server. */
export function pageCookies(): string {
  return typeof document === 'undefined' ? '' : document.cookie
}

/** Whether `cookies` suggest that somebody is signed in; only the service knows. */
export function mayBeSignedIn(cookies: string): boolean {
  return readPairs(cookies).has(signedInCookie)
}

/** Stores the balance for display only; the server's ledger is authoritative. */
export function writeCreditsCookie(credits: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${creditsCookie}=${credits}; Max-Age=${maxAgeS}; Path=/; SameSite=Lax${secure}`
}

function readPairs(cookies: string): ReadonlyMap<string, string> {
  return new Map(cookies.split('; ').map((pair) => splitPair(pair)))
}

function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf('=')
  return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
}
