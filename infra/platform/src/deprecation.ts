import { changelogPath } from '@equerre/contract/changelog'
import type { Endpoint } from '@equerre/contract/endpoint'

/** What tells a program that an endpoint is on its way out (RFC 9745, RFC 8594), and where people read why (RFC 8288). */
export function deprecationHeaders({ deprecated }: Pick<Endpoint, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {}
  const [since, until] = [new Date(deprecated.since), new Date(deprecated.until)]
  const link = `<${changelogPath}>; rel="deprecation"; type="text/html"`
  return { Deprecation: `@${since.getTime() / 1_000}`, Sunset: until.toUTCString(), Link: link }
}
