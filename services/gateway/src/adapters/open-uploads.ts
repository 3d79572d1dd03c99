/** Counts this process's open uploads, and whatever else has places, by name. */
export type OpenUploads = {
  /** Takes a place under every name, or under none. @returns a function to free them; null when one name is full */
  readonly enter: (places: readonly { readonly name: string; readonly max: number }[]) => (() => void) | null
  readonly count: (name: string) => number
}

export function createOpenUploads(): OpenUploads {
  const open = new Map<string, number>()
  const count = (name: string) => open.get(name) ?? 0
  const add = (name: string, change: number) => {
    if (count(name) + change === 0) open.delete(name)
    else open.set(name, count(name) + change)
  }
  return {
    count,
    enter: (places) => {
      if (places.some(({ name, max }) => count(name) >= max)) return null
      for (const { name } of places) add(name, 1)
      let left = false
      return () => {
        if (left) return
        left = true
        for (const { name } of places) add(name, -1)
      }
    },
  }
}
