type Handed = { readonly files: readonly File[]; readonly unread: readonly string[] }

let handed: Handed | null = null

/** Leaves files chosen on another page for the desk, which takes them as soon as it is shown. */
export function handOver(files: readonly File[], unread: readonly string[] = []): void {
  handed = { files, unread }
}

/** The files left for the desk, once; null if there are none. */
export function takeHandedOver(): Handed | null {
  const taken = handed
  handed = null
  return taken
}
