import { idempotencyKeyCharactersMax } from '@equerre/contract/endpoint'
import { Problem } from '@equerre/contract/problems'
import type { Owner } from './step.ts'

/** A key of one principal on one route; test keys have their own scope. */
export type KeyScope = { readonly ownerId: string; readonly route: string; readonly key: string }

/**
 * The scope of a request's `Idempotency-Key`, null without one.
 * @throws Problem `invalid_request` for a key that is not 1 to 255 characters long
 */
export function keyScope(
  { id: ownerId, test }: Owner,
  route: string,
  header: string | undefined,
): KeyScope | null {
  if (header === undefined) return null
  if (header.length >= 1 && header.length <= idempotencyKeyCharactersMax)
    return { ownerId, route: test ? `${route} (test)` : route, key: header }
  throw new Problem('idempotency_key_length')
}

/**
 * What makes two requests the same: the route and the parsed fields, with object keys in alphabetical order.
 * Files are represented by their SHA-256, so that multipart boundaries do not matter.
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
