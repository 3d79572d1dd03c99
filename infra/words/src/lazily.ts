/**
 * Creates the value at its first use. The first `Intl` format costs a browser 17 ms, a phone four times that:
 * too much for the first page, which is written without them.
 */
export function lazily<Format>(make: () => Format): () => Format {
  let made: Format | undefined
  return () => (made ??= make())
}
