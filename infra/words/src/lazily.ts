/**
 * Made at its first use. The first of `Intl`'s formats costs a browser 17 ms, a phone four times that, on the way to the
 * first page: what that page shows is written without them.
 */
export function lazily<Format>(make: () => Format): () => Format {
  let made: Format | undefined
  return () => (made ??= make())
}
