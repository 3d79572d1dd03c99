export type PrincipalKind = 'user' | 'guest'

const storageKey = 'equerre-principal'

/** Who the page last acted for, so that an account's balance is never shown as a guest's; null if unknown. */
export function lastPrincipal(): PrincipalKind | null {
  try {
    const kind = localStorage.getItem(storageKey)
    return kind === 'user' || kind === 'guest' ? kind : null
  } catch {
    return null
  }
}

export function rememberPrincipal(kind: PrincipalKind): void {
  try {
    localStorage.setItem(storageKey, kind)
  } catch {
    // Storage may be blocked; the display then falls back to the cookies alone.
  }
}

/** Calls `onChange` when another tab stores another kind of principal. */
export function principalChanged(onChange: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey) onChange()
  })
}
