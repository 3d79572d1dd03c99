import { addressPurpose } from '@equerre/contract/courier'
import type { DeliveryJob } from '@equerre/contract/deliveries'
import { counter } from '@equerre/platform/metrics'
import type { Context } from '../context.ts'
import { chooseDue, fullHosts, type Bounds } from '../core/due-deliveries.ts'
import { findCallbackSecrets } from '../store/callback-secrets.ts'
import {
  findSending,
  markSending,
  reclaimLost,
  takeBack,
  type WebhookDelivery,
} from '../store/webhook-deliveries.ts'
import type { SealedSecrets } from '../store/sealed-secrets.ts'
import { findEndpoints } from '../store/webhook-endpoints.ts'
import { countSending, listDue, lockChoosing, noteServed } from '../store/webhook-turns.ts'
import { openCallback } from './callback-of.ts'
import { headersOf } from './sign-delivery.ts'

/** The courier leaves alone what it has not begun by then: its signature is about to be too old for its receiver. */
const staleMs = 60_000
/** What has been under way longer than anybody could have worked on it is lost, with its queue or with its courier. */
const slackMs = 15_000
const batch = 200
/** What cannot be prepared is looked at again after this long. */
const unreadableMs = 5 * 60_000

const deliveriesLost = counter(
  'webhook_deliveries_lost_total',
  'Attempts on which nobody has reported, made again',
  [],
)
deliveriesLost.inc(0)
const deliveriesUnreadable = counter(
  'webhook_deliveries_unreadable_total',
  'Times that a delivery was put off because its secret or its address is sealed with a key that is not in the ring',
  [],
)
deliveriesUnreadable.inc(0)

/**
 * Hands deliveries whose time has come to the courier, as many as may be on their way at once. Postgres knows what is to be delivered;
 * whatever the queue or the courier has lost is sent again, under the same id.
 */
export async function deliverDue(ctx: Context): Promise<void> {
  if (ctx.webhookRing === null) return
  await reclaim(ctx)
  for (let chosen = await choose(ctx); chosen.length > 0; chosen = await choose(ctx)) await send(ctx, chosen)
}

async function reclaim(ctx: Context): Promise<void> {
  const patienceMs = ctx.config.limits.webhookSecondsMax * 1_000 + staleMs + slackMs
  const tokens = await reclaimLost(ctx.db, { before: new Date(Date.now() - patienceMs), limit: batch })
  if (tokens.length === 0) return
  deliveriesLost.inc(tokens.length)
  ctx.log.warn({ count: tokens.length }, 'deliveries lost, to be sent again')
  // Where there is no courier, jobs that nobody wants any more would pile up.
  await Promise.all(tokens.map((token) => ctx.deliveries.remove(token)))
}

/** One gateway chooses at a time, so that together they do not send more than one may. */
async function choose(ctx: Context): Promise<string[]> {
  const { limits } = ctx.config
  const { webhookOwnerInFlightMax: perOwner, webhookHostInFlightMax: perHost } = limits
  const bounds: Bounds = { all: limits.webhookInFlightMax, perOwner, perHost }
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockChoosing(tx))) return []
    const underWay = await countSending(tx)
    const due = await listDue(tx, { full: fullHosts(underWay, bounds), perOwner, limit: batch })
    const chosen = new Set(chooseDue(due, underWay, bounds))
    await markSending(tx, [...chosen])
    const served = due.filter(({ id }) => chosen.has(id)).map(({ ownerId }) => ownerId)
    await noteServed(tx, served)
    return [...chosen]
  })
}

async function send(ctx: Context, ids: readonly string[]): Promise<void> {
  const deliveries = await findSending(ctx.db, ids)
  const named = deliveries.flatMap(({ endpointId }) => endpointId ?? [])
  const callers = deliveries.flatMap(({ endpointId, ownerId }) => (endpointId === null ? ownerId : []))
  const secrets = [
    ...(await findEndpoints(ctx.db, named)),
    ...(await findCallbackSecrets(ctx.db, [...new Set(callers)])),
  ]
  const signers = new Map(secrets.map((signer) => [signer.id, signer]))
  const kept = await Promise.all(
    deliveries.map(async (delivery) => {
      const { endpointId, attemptToken } = delivery
      const signer = signers.get(endpointId ?? delivery.ownerId)
      // Deleted this very moment, together with what was to be delivered to it.
      if ((endpointId !== null && !signer) || attemptToken === null) return []
      const job = prepare(ctx, { delivery, signer, attemptToken })
      if (job instanceof Error) {
        await takeBack(ctx.db, delivery, new Date(Date.now() + unreadableMs))
        return [{ endpointId, err: job }]
      }
      await ctx.deliveries.add('deliver', job, { jobId: attemptToken })
      return []
    }),
  )
  const [first, ...others] = kept.flat()
  if (!first) return
  deliveriesUnreadable.inc(others.length + 1)
  ctx.log.error(
    { ...first, count: others.length + 1 },
    'deliveries wait: what they need is sealed with a key that is not here',
  )
}

/** @returns the error where a key is missing: no fault of the receiver, and nothing that others should wait for */
function prepare(ctx: Context, sent: Sent): DeliveryJob | Error {
  try {
    return jobOf(ctx, sent)
  } catch (error) {
    return error as Error
  }
}

type Sent = {
  readonly delivery: WebhookDelivery
  readonly signer: SealedSecrets | undefined
  readonly attemptToken: string
}

function jobOf(ctx: Context, { delivery, signer, attemptToken }: Sent): DeliveryJob {
  const { id: deliveryId, body } = delivery
  const url = delivery.endpointId === null ? openCallback(ctx, delivery) : delivery.url
  const { webhookSecondsMax: secondsMax, webhookAnswerBytesMax: answerBytesMax } = ctx.config.limits
  return {
    deliveryId,
    attemptToken,
    address: ctx.addressRing.seal(url, addressPurpose(deliveryId)),
    headers: headersOf(ctx, delivery, signer),
    body,
    secondsMax,
    answerBytesMax,
    notAfterMs: Date.now() + staleMs,
  }
}
