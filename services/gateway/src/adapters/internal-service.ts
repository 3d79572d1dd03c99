import {
  AccountRecord,
  getAccountRecord,
  principalHeader,
  writePrincipal,
  type Principal,
} from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { currentTraceparent } from '@equerre/platform/trace'

/** Whether an internal service is alive; its own readiness is not checked. */
export async function isHealthy(address: string): Promise<boolean> {
  const response = await fetch(new URL('/healthz', address), { signal: AbortSignal.timeout(1_000) })
  return response.ok
}

type Asking = {
  readonly address: string
  readonly token: string
  readonly principal: Principal
  readonly requestId: string
}

/**
 * What auth knows about a person.
 * @throws Problem `unauthenticated` when the person is gone, `unavailable` when auth is
 */
export async function fetchAccountRecord({
  address,
  token,
  principal,
  requestId,
}: Asking): Promise<AccountRecord> {
  const traceparent = currentTraceparent()
  const headers = {
    Authorization: `Bearer ${token}`,
    [principalHeader]: writePrincipal(principal),
    'X-Request-Id': requestId,
    ...(traceparent !== undefined && { traceparent }),
  }
  const url = new URL(getAccountRecord.path, address)
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) }).catch(() => null)
  if (response?.status === 401) throw new Problem('unauthenticated')
  if (!response?.ok) throw new Problem('unavailable')
  return AccountRecord.parse(await response.json())
}
