import { Problem } from '@equerre/contract/problems'

const keyLengthMax = 255

/** @throws Problem `invalid_request` unless the header is absent or has 1 to 255 characters */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (header.length >= 1 && header.length <= keyLengthMax) return header
  throw new Problem('invalid_request', 'L’en-tête Idempotency-Key doit compter de 1 à 255 caractères.')
}

/**
 * What makes two requests the same: the route and the parsed fields, with object keys in alphabetical order.
 * Files enter as their SHA-256, so that the multipart boundary does not count.
 */
export function canonicalRequest(route: string, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([route, sorted(fields)])
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, held]) => [key, sorted(held)]),
  )
}
