const storageKey = 'equerre-key-hidden'
const shownAtEnd = 4
const dots = '•'.repeat(12)

/** A hidden key: only its kind and its last four characters are shown. */
export function maskKey(key: string): string {
  const kind = /^eq_(?:live|test)_/.exec(key)?.[0] ?? ''
  return `${kind}${dots}${key.slice(-shownAtEnd)}`
}

/** Whether keys are hidden in this browser. */
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
    // Storage may be blocked; the choice then lasts until the page is left.
  }
}
