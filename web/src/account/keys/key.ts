const storageKey = 'equerre-key-hidden'
const shownAtEnd = 4
const dots = '•'.repeat(12)

/** A key as it is shown while it is hidden: its kind and its last four characters. */
export function maskKey(key: string): string {
  const kind = /^eq_(?:live|test)_/.exec(key)?.[0] ?? ''
  return `${kind}${dots}${key.slice(-shownAtEnd)}`
}

/** Whether this browser's owner wants keys hidden. */
export function keysHidden(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes'
  } catch {
    return false
  }
}

export function rememberKeysHidden(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be refused; the choice then lasts for this page.
  }
}
