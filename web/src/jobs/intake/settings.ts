import { create } from 'zustand'
import { defaultSettings, formatSettings, parseSettings } from './options.ts'
import type { Settings } from './options.ts'

const storageKey = 'equerre-settings'

/** The settings saved in this browser. */
export const useSettings = create<Settings>(() => defaultSettings)
// Set after creation: the server-rendered markup that the page hydrates uses the defaults.
useSettings.setState(parseSettings(stored()))

export function changeSettings(settings: Settings): void {
  useSettings.setState(settings)
  try {
    localStorage.setItem(storageKey, formatSettings(settings))
  } catch {
    // Storage may be blocked; the choice then lasts until the page is left.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
