import type { AssemblyRequest, assemble as assembleEndpoint } from '@equerre/contract/assemblies'
import type { ReplyOf } from '@equerre/contract/endpoint'
import { call } from './client.ts'
import { settle } from './steps.ts'
import type { StepRequest } from './steps.ts'

export type Assembly = ReplyOf<typeof assembleEndpoint>
/** What is not said has the service's default. */
export type AssemblyOrder = Pick<AssemblyRequest, 'pages'> & Partial<AssemblyRequest>

/**
 * Has finished pages put together in one PDF, free of charge. Refusals are not retried: too many assemblies in an hour means a long
 * wait.
 * @throws HttpError
 */
export async function assemble(
  json: AssemblyOrder,
  { signal, idempotencyKey }: StepRequest,
): Promise<Assembly> {
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey }
  return (await settle<Assembly>(await call('assemble', { json, headers, signal }), signal)).reply
}
