import { z } from 'zod'
import { deliveriesQueue } from './deliveries.ts'
import { ProblemFacts } from './problems.ts'

/**
 * Messages between the gateway and the courier, the process that reaches the internet and nothing inside but its queues and the
 * object storage.
 */

/** A lane of steps, like those of the workers: files to fetch from addresses. */
export const fetchQueue = 'courier-fetch'

/** The same of batches, which wait for everything else. */
export const bulkFetchQueue = 'courier-fetch-bulk'

/** Every queue that the courier serves. */
export const courierQueues = [fetchQueue, bulkFetchQueue, deliveriesQueue] as const

/** The courier’s reports. A queue of their own: who reaches the internet must not be able to report on pages. */
export const courierResultsQueue = 'courier-results'

/** Binds a sealed address to the file that is fetched from it. */
export function addressPurpose(ingestionId: string): string {
  return `address of ${ingestionId}`
}

const ofStep = {
  stepId: z.uuid(),
  /** Issued by the gateway with each attempt: a report with another one is rejected. */
  attemptToken: z.uuid(),
  ingestionId: z.uuid(),
  /** The W3C traceparent of the span that it continues; absent when tracing is off. */
  traceparent: z.string().max(100).optional(),
}

export const FetchJob = z.object({
  step: z.literal('fetch'),
  ...ofStep,
  requestId: z.string(),
  /** Where to fetch the file from: sealed, for the purpose that `addressPurpose` gives, since it may be as good as a password. */
  address: z.string(),
})
export type FetchJob = z.output<typeof FetchJob>

/** The file that lies at `ingestions/{id}/original` now: its type by its first bytes, its size, its hash in hexadecimal. */
const FetchedFile = z.object({
  mime: z.string(),
  bytes: z.int().positive(),
  sha256: z.hex().length(64),
})

/** `reason` is for the log, never for the client. */
export const CourierReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fetched'), ...ofStep, file: FetchedFile }),
  z.object({ kind: z.literal('not-fetched'), ...ofStep, problem: ProblemFacts, reason: z.string() }),
])
export type CourierReport = z.output<typeof CourierReport>
