import type { HistoryLine } from '../../api/account.ts'

const storageKey = 'equerre-last-movement'

/** Whether `search`, the query of the page's address, is what a payment that was made leads back to. */
export function isPaid(search: string): boolean {
  return new URLSearchParams(search).get('achat') === 'ok'
}

/** How long a buyer who came back waits for the credits before being told that they are on their way. */
export const landingMaxMs = 30_000
export const landingPollMs = 1_500

/**
 * The purchase among `lines` (newest first) that came after the movement `since`.
 * @returns null while it is not there
 */
export function landedPurchase(lines: readonly HistoryLine[], since: number): HistoryLine | null {
  return lines.find(({ id, kind }) => kind === 'purchase' && id > since) ?? null
}

/** Keeps the newest movement from before a payment: what comes later tells that the payment has arrived. */
export function rememberLastMovement(id: number): void {
  try {
    sessionStorage.setItem(storageKey, String(id))
  } catch {
    // Storage may be refused; then any purchase in the history counts as the new one.
  }
}

/** The movement of {@link rememberLastMovement}, or 0 where nobody remembers one. */
export function lastMovement(): number {
  try {
    return Number(sessionStorage.getItem(storageKey)) || 0
  } catch {
    return 0
  }
}
