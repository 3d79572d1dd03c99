import type { EventType, WebhookEvent } from '@equerre/contract/events'
import type { BatchRow, batchEvent } from '../core/batch.ts'
import { eventsOf } from '../core/webhook-events.ts'
import type { Step } from '../core/step.ts'
import { findIngestion } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { insertEvent } from '../store/webhook-deliveries.ts'
import { lockListening, noteCredits, type WebhookEndpoint } from '../store/webhook-endpoints.ts'

/**
 * Writes down, in the transaction that ends a step, whom to tell of it: the account's endpoints, and the address that was given with the
 * call, which is told once, how it ended. The caller holds the lock on the ingestion's row, so events of one file are in order.
 */
export async function recordEvents(tx: Conn, step: Step): Promise<void> {
  const { ownerId, ingestionId, callbackUrl } = step
  const endpoints = await lockListening(tx, ownerId)
  if (endpoints.length === 0 && callbackUrl === null) return
  const test = (await findIngestion(tx, ingestionId))?.test ?? false
  for (const [index, event] of eventsOf(step, test).entries()) {
    const called = index === 0 ? calledAt(callbackUrl) : []
    const to = [...addresseesOf(endpoints, event.type), ...called]
    const body = bodyOf(event)
    if (to.length > 0) await insertEvent(tx, { ownerId, ingestionId, type: event.type, body }, to)
  }
}

/** The same of a batch that has ended. */
export async function recordBatchEvent(
  tx: Conn,
  { owner, callbackUrl }: Pick<BatchRow, 'owner' | 'callbackUrl'>,
  event: ReturnType<typeof batchEvent>,
): Promise<void> {
  const listening = addresseesOf(await lockListening(tx, owner.id), event.type)
  const to = [...listening, ...calledAt(callbackUrl)]
  const of = { ownerId: owner.id, ingestionId: null, type: event.type, body: bodyOf(event) }
  if (to.length > 0) await insertEvent(tx, of, to)
}

/** The address that was given with a call. */
function calledAt(url: string | null) {
  return url === null ? [] : [{ endpointId: null, url, held: false }]
}

/** Tells, once, that an account's credits have come below what an endpoint wants to be told of. */
export async function recordLowCredits(
  tx: Conn,
  { ownerId, remaining }: Pick<Step, 'ownerId' | 'remaining'>,
): Promise<void> {
  const credits = remaining ?? 0
  const type = 'credits.low' as const
  for (const endpoint of await noteCredits(tx, ownerId, credits)) {
    const body = bodyOf({ type, data: { credits, threshold: endpoint.creditsLowAt } })
    await insertEvent(tx, { ownerId, ingestionId: null, type, body }, addresseesOf([endpoint], type))
  }
}

/** Those who want to know of it; one that is paused is told later. */
function addresseesOf(endpoints: readonly WebhookEndpoint[], type: EventType) {
  return endpoints
    .filter(({ events }) => events.includes(type))
    .map(({ id: endpointId, url, state }) => ({ endpointId, url, held: state !== 'active' }))
}

type Told = { readonly [E in WebhookEvent as E['type']]: Omit<E, 'timestamp'> }[WebhookEvent['type']]

/** Written once, and sent like this every time: the signature is over these very letters. */
export function bodyOf({ type, data }: Told): string {
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data })
}
