import type { ReplyOf } from '@equerre/contract/endpoint'
import { Problem } from '@equerre/contract/problems'
import type { listDeliveries, Webhook } from '@equerre/contract/webhooks'
import type { Context } from '../context.ts'
import { listEndpoints, type WebhookEndpoint } from '../store/webhook-endpoints.ts'
import { listLog } from '../store/webhook-log.ts'

/** An account's endpoints, oldest first. */
export async function readWebhooks(ctx: Context, ownerId: string): Promise<Webhook[]> {
  return (await listEndpoints(ctx.db, ownerId)).map(webhookReply)
}

type Page = {
  /** Null for the addresses that came with calls. */
  readonly webhookId: string | null
  readonly limit: number
  readonly cursor?: number | undefined
}

/** What was delivered to an endpoint and what is to be, newest first. @throws Problem `not_found` */
export async function readDeliveries(
  ctx: Context,
  ownerId: string,
  { webhookId, limit, cursor }: Page,
): Promise<ReplyOf<typeof listDeliveries>> {
  const own = webhookId === null ? [] : await listEndpoints(ctx.db, ownerId)
  if (webhookId !== null && !own.some(({ id }) => id === webhookId)) throw new Problem('not_found')
  const part = { endpointId: webhookId, before: cursor ?? null, limit: limit + 1 }
  const rows = await listLog(ctx.db, ownerId, part)
  const shown = rows.slice(0, limit)
  const deliveries = shown.map(({ delivery }) => delivery)
  return { deliveries, next_cursor: rows.length > limit ? (shown.at(-1)?.sequence ?? null) : null }
}

export function webhookReply(endpoint: WebhookEndpoint): Webhook {
  const { id, url, events, state, failingSince, formerUntil, createdAt } = endpoint
  const former = formerUntil !== null && formerUntil > new Date() ? formerUntil : null
  return {
    id,
    url,
    events: [...events],
    credits_low_at: endpoint.creditsLowAt,
    state,
    failing_since: failingSince?.toISOString() ?? null,
    former_secret_until: former?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  }
}
