import type { HistoryLine } from '../../api/account.ts'

const storageKey = 'equerre-last-movement'

/** Whether `search`, the URL's query, marks a return from a completed payment. */
export function isPaid(search: string): boolean {
  return new URLSearchParams(search).get('achat') === 'ok'
}

/** The URL's query without that mark. */
export function withoutPaid(search: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(search)
  others.delete('achat')
  return others
}

/** How long a returning buyer waits for the credits before being told that they are on their way. */
export const landingMaxMs = 30_000
export const landingPollMs = 1_500

/**
 * The purchase among `lines` (newest first) that came after the movement `since`.
 * @returns null until it arrives
 */
export function landedPurchase(lines: readonly HistoryLine[], since: number): HistoryLine | null {
  return lines.find(({ id, kind }) => kind === 'purchase' && id > since) ?? null
}

/** Stores the id of the newest movement before a payment: a later purchase means that it has arrived. */
export function rememberLastMovement(id: number): void {
  try {
    sessionStorage.setItem(storageKey, String(id))
  } catch {
    // Storage may be blocked; then any purchase in the history counts as the new one.
  }
}

/** The movement stored by {@link rememberLastMovement}, or 0. */
export function lastMovement(): number {
  try {
    return Number(sessionStorage.getItem(storageKey)) || 0
  } catch {
    return 0
  }
}
