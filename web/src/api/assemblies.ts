import type { AssemblyRequest, assemble as assembleEndpoint } from '@equerre/contract/assemblies'
import type { ReplyOf } from '@equerre/contract/endpoint'
import { call } from './client.ts'
import { deleteIngestion, settle } from './steps.ts'
import type { StepRequest } from './steps.ts'
import type { RunningJob } from '@equerre/contract/detourage'

export type Assembly = ReplyOf<typeof assembleEndpoint>
/** What is not said has the service's default. */
export type AssemblyOrder = Pick<AssemblyRequest, 'pages'> & Partial<AssemblyRequest>

/** Pages that are read before the PDF is put together. */
export type PagesRead = NonNullable<RunningJob['pages_read']>
type AssemblyCall = StepRequest & {
  readonly onRead?: (pages: PagesRead) => void
  /** Called once, as soon as its id is known. */
  readonly onRunning?: (id: string) => void
}

/**
 * Has finished pages put together in one PDF, free of charge. Refusals are not retried: too many assemblies in an hour means a long
 * wait.
 * @throws HttpError
 */
export async function assemble(
  json: AssemblyOrder,
  { signal, idempotencyKey, onRead, onRunning }: AssemblyCall,
): Promise<Assembly> {
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey }
  const first = await call('assemble', { json, headers, signal })
  let known = false
  const { reply } = await settle<Assembly>(first, signal, ({ id, pages_read }) => {
    if (!known) onRunning?.(id)
    known = true
    if (pages_read) onRead?.(pages_read)
  })
  return reply
}

/** Erases one that nobody waits for any more; if that fails, it ends by itself. */
export async function giveUp(id: string): Promise<void> {
  await deleteIngestion(id).catch(() => {})
}
