/**
 * The beginning of an answer as text: whatever the bytes are, it can be stored and shown.
 * @param bytes cut anywhere
 */
export function readText(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replaceAll('\0', '')
    .replace(/\uFFFD$/, '')
}

/** Seconds until a receiver wants to be asked again, from its `Retry-After`; null without a number in it. */
export function readRetryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : null
}
