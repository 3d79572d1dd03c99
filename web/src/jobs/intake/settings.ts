import { create } from 'zustand'
import { defaultSettings, formatSettings, parseSettings } from './options.ts'
import type { Settings } from './options.ts'

const storageKey = 'equerre-settings'

/** The choices of whoever uses this browser. */
export const useSettings = create<Settings>(() => defaultSettings)
// Only now: the server, whose drawing the page begins with, knows none of them.
useSettings.setState(parseSettings(stored()))

export function changeSettings(settings: Settings): void {
  useSettings.setState(settings)
  try {
    localStorage.setItem(storageKey, formatSettings(settings))
  } catch {
    // Storage may be refused; the choice then lasts for this page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
