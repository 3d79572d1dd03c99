import type { Endpoint } from '@equerre/contract/endpoint'

/** What tells a program that an endpoint is on its way out (RFC 9745, RFC 8594). */
export function deprecationHeaders({ deprecated }: Pick<Endpoint, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {}
  const [since, until] = [new Date(deprecated.since), new Date(deprecated.until)]
  return { Deprecation: `@${since.getTime() / 1_000}`, Sunset: until.toUTCString() }
}
