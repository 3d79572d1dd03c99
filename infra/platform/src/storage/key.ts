const name = /^[0-9A-Za-z_-][0-9A-Za-z._-]*$/

/** Rejects keys that a driver could resolve to another path: empty, absolute, hidden or with `..`. */
export function assertKey(key: string): void {
  if (key.length > 500 || !key.split('/').every((part) => name.test(part))) {
    throw new TypeError(`not a storage key: ${JSON.stringify(key)}`)
  }
}

/** Also rejects the whole storage. */
export function assertDeletable(prefix: string): void {
  assertPrefix(prefix)
  if (prefix === '') throw new TypeError('deleting the whole storage needs a prefix')
}

/** Rejects prefixes that would also match part of a name; `''` is the whole storage. */
export function assertPrefix(prefix: string): void {
  if (prefix === '') return
  if (!prefix.endsWith('/')) throw new TypeError(`a storage prefix ends with "/": ${JSON.stringify(prefix)}`)
  assertKey(prefix.slice(0, -1))
}
