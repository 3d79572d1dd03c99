import type { BodyOf, ReplyOf } from '@equerre/contract/endpoint'
import { eventTypes, testEvent } from '@equerre/contract/events'
import type { Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type {
  createWebhook,
  Delivery,
  rotateCallbackSecret as callbackRotation,
} from '@equerre/contract/webhooks'
import { inTransaction } from '@equerre/platform/postgres'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { replaceCallbackSecret } from '../store/callback-secrets.ts'
import type { Conn } from '../store/schema.ts'
import { holdWaiting, insertEvent, sendAgain } from '../store/webhook-deliveries.ts'
import {
  changeEndpoint,
  deleteOwnEndpoint,
  insertEndpoint,
  listEndpoints,
  lockOwnEndpoint,
  lockOwner,
  type WebhookEndpoint,
} from '../store/webhook-endpoints.ts'
import { listLog, type LoggedDelivery } from '../store/webhook-log.ts'
import { holdOwner } from './hold-owner.ts'
import { bodyOf } from './record-events.ts'
import { newSecret, ringOf, secretPurpose } from './sign-delivery.ts'

/** An account's endpoint; whose it is decides whether it is found. */
type Named = Pick<WebhookEndpoint, 'id' | 'ownerId'>
/** `secret`: shown this once. */
type WithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string }

/** @throws Problem `webhooks_too_many`, `unauthenticated` when the account is gone, `unavailable` */
export async function addWebhook(
  ctx: Context,
  principal: Principal,
  asked: BodyOf<typeof createWebhook>,
): Promise<WithSecret> {
  const [ring, secret] = [ringOf(ctx), newSecret()]
  const named = { id: randomUUID(), ownerId: principal.id }
  const endpoint = await inTransaction(ctx.db, async (tx) => {
    await holdOwner(tx, principal)
    await lockOwner(tx, principal.id)
    const { webhooksMax: most } = ctx.config.limits
    if ((await listEndpoints(tx, principal.id)).length >= most)
      throw new Problem('webhooks_too_many', { most })
    return insertEndpoint(tx, {
      ...named,
      url: asked.url,
      events: asked.events ?? eventTypes,
      creditsLowAt: asked.credits_low_at,
      sealedSecret: ring.seal(secret, secretPurpose(named)),
    })
  })
  ctx.log.info({ userId: principal.id, endpointId: endpoint.id }, 'webhook endpoint added')
  return { endpoint, secret }
}

/** @throws Problem `not_found` */
export async function removeWebhook(ctx: Context, named: Named): Promise<void> {
  if (!(await deleteOwnEndpoint(ctx.db, named))) throw new Problem('not_found')
}

/** Replaces the secret; the former one signs too for a while. @throws Problem `not_found`, `unavailable` */
export async function rotateSecret(ctx: Context, named: Named): Promise<WithSecret> {
  const [ring, secret] = [ringOf(ctx), newSecret()]
  const endpoint = await withEndpoint(ctx, named, (tx, { id, sealedSecret }) =>
    changeEndpoint(tx, id, {
      sealedSecret: ring.seal(secret, secretPurpose(named)),
      sealedFormerSecret: sealedSecret,
      formerUntil: formerUntilOf(ctx),
    }),
  )
  return { endpoint, secret }
}

/**
 * A new secret for what goes to addresses that come with calls; the former one signs too for a while.
 * @throws Problem `unauthenticated` when the account is gone, `unavailable`
 */
export async function rotateCallbackSecret(
  ctx: Context,
  principal: Principal,
): Promise<ReplyOf<typeof callbackRotation>> {
  const [ring, secret, { id: ownerId }] = [ringOf(ctx), newSecret(), principal]
  const { sealedFormerSecret, formerUntil } = await inTransaction(ctx.db, async (tx) => {
    await holdOwner(tx, principal)
    return replaceCallbackSecret(tx, ownerId, {
      sealedSecret: ring.seal(secret, secretPurpose({ id: ownerId, ownerId })),
      formerUntil: formerUntilOf(ctx),
    })
  })
  const former = sealedFormerSecret === null ? null : formerUntil
  return { secret, former_secret_until: former?.toISOString() ?? null }
}

function formerUntilOf({ config }: Context): Date {
  return new Date(Date.now() + config.limits.webhookFormerSecretHours * 3_600_000)
}

/** What happens meanwhile waits. @throws Problem `not_found`, `webhook_not_active` of one that is not */
export function pause(ctx: Context, named: Named): Promise<WebhookEndpoint> {
  return withEndpoint(ctx, named, async (tx, endpoint) => {
    assertActive(endpoint)
    await holdWaiting(tx, endpoint.id, true)
    return changeEndpoint(tx, endpoint.id, { state: 'paused' })
  })
}

/** What has waited goes at once. @throws Problem `not_found` */
export function resume(ctx: Context, named: Named): Promise<WebhookEndpoint> {
  return withEndpoint(ctx, named, async (tx, endpoint) => {
    if (endpoint.state === 'active') return endpoint
    await holdWaiting(tx, endpoint.id, false)
    return changeEndpoint(tx, endpoint.id, { state: 'active', failingSince: null })
  })
}

/** Sends an event that says nothing. @throws Problem `not_found`, `webhook_not_active` */
export function sendTest(ctx: Context, named: Named): Promise<Delivery> {
  return withEndpoint(ctx, named, async (tx, endpoint) => {
    assertActive(endpoint)
    const { id: endpointId, ownerId, url } = endpoint
    const body = bodyOf({ type: testEvent, data: { webhook_id: endpointId } })
    const event = { ownerId, ingestionId: null, type: testEvent, body } as const
    const [id] = await insertEvent(tx, event, [{ endpointId, url, held: false }])
    return (await findLogged(tx, { id: id!, ownerId })).delivery
  })
}

/**
 * Sends a delivery again under its own id; one that is under way goes on as it is.
 * @throws Problem `not_found`, `webhook_not_active`
 */
export async function resend(ctx: Context, named: Named): Promise<Delivery> {
  const { webhookId: id } = await findLogged(ctx.db, named)
  if (id === null) {
    await sendAgain(ctx.db, named.id)
    return (await findLogged(ctx.db, named)).delivery
  }
  return withEndpoint(ctx, { id, ownerId: named.ownerId }, async (tx, endpoint) => {
    assertActive(endpoint)
    await sendAgain(tx, named.id)
    return (await findLogged(tx, named)).delivery
  })
}

async function findLogged(db: Conn, { id: deliveryId, ownerId }: Named): Promise<LoggedDelivery> {
  const [found] = await listLog(db, ownerId, { deliveryId })
  if (!found) throw new Problem('not_found')
  return found
}

function assertActive({ state }: WebhookEndpoint): void {
  if (state !== 'active') throw new Problem('webhook_not_active')
}

async function withEndpoint<T>(
  ctx: Context,
  named: Named,
  work: (tx: Conn, endpoint: WebhookEndpoint) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx.db, async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, named)
    if (!endpoint) throw new Problem('not_found')
    return work(tx, endpoint)
  })
}
