import type { DeliveryOutcome } from '@equerre/contract/deliveries'
import { counter, seconds } from '@equerre/platform/metrics'
import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import { isHopeless, pauseAfter, verdictOn } from '../core/delivery-schedule.ts'
import type { Conn } from '../store/schema.ts'
import {
  endAttempt,
  failWaiting,
  findDelivery,
  holdWaiting,
  type AttemptEnd,
  type WebhookDelivery,
} from '../store/webhook-deliveries.ts'
import { changeEndpoint, lockOwnEndpoint, type WebhookEndpoint } from '../store/webhook-endpoints.ts'
import { noteSlow } from '../store/webhook-turns.ts'

/** An answer that takes longer than this share of what it may take is slow, and for how long it is remembered. */
const slowShare = 1 / 5
const slowMs = 3_600_000

const attemptsMade = counter(
  'webhook_attempts_total',
  'Attempts at deliveries, by what came of them; late: the attempt had ended already',
  ['outcome'],
)
for (const outcome of ['delivered', 'failed', 'gone', 'late']) attemptsMade.inc({ outcome }, 0)
const attemptSeconds = seconds('webhook_attempt_seconds', 'Time that receivers take to answer', [])
const endpointsEnded = counter(
  'webhook_endpoints_ended_total',
  'Endpoints that were paused for failing, or are gone',
  ['ending'],
)
for (const ending of ['failing', 'gone']) endpointsEnded.inc({ ending }, 0)

/**
 * Records what became of an attempt: the delivery, its log and its endpoint in one transaction. An outcome that arrives twice, too late
 * or without proof of its attempt changes nothing.
 */
export async function recordDelivery(ctx: Context, outcome: DeliveryOutcome): Promise<void> {
  const delivery = await findDelivery(ctx.db, outcome.deliveryId)
  const ended = delivery && (await inTransaction(ctx.db, (tx) => record(ctx, tx, { delivery, outcome })))
  attemptsMade.inc({ outcome: ended ? verdictOn(outcome) : 'late' })
  attemptSeconds.observe(outcome.milliseconds / 1_000)
}

type Reported = { readonly delivery: WebhookDelivery; readonly outcome: DeliveryOutcome }

/** The endpoint is locked first, in the order in which deleting it locks what hangs on it. */
async function record(ctx: Context, tx: Conn, { delivery, outcome }: Reported): Promise<boolean> {
  const { endpointId: id, ownerId } = delivery
  const endpoint = id === null ? null : await lockOwnEndpoint(tx, { id, ownerId })
  const state = endpoint ? stateAfter(ctx, endpoint, outcome) : 'active'
  if (!(await endAttempt(tx, outcome, endOf(state, { delivery, outcome })))) return false
  if (endpoint) await follow(ctx, tx, { endpoint, state, outcome })
  if (outcome.milliseconds > slowShare * ctx.config.limits.webhookSecondsMax * 1_000)
    await noteSlow(tx, ownerId, new Date(Date.now() + slowMs))
  return true
}

/** @param state of the endpoint from now on */
function endOf(state: WebhookEndpoint['state'], { delivery, outcome }: Reported): AttemptEnd {
  const verdict = verdictOn(outcome)
  if (verdict === 'delivered') return { state: 'delivered' }
  const { retryAfterS } = outcome
  const pauseS = pauseAfter(delivery.attempts + 1, { retryAfterS, random: Math.random() })
  if (verdict === 'gone' || state === 'gone' || pauseS === null) return { state: 'failed' }
  return { state: 'waiting', dueAt: state === 'active' ? new Date(Date.now() + pauseS * 1_000) : null }
}

function stateAfter({ config }: Context, endpoint: WebhookEndpoint, outcome: DeliveryOutcome) {
  const { state, failingSince } = endpoint
  const verdict = verdictOn(outcome)
  if (verdict === 'gone') return 'gone'
  const bounds = { now: new Date(), hoursMax: config.limits.webhookFailingHoursMax }
  const hopeless = verdict === 'failed' && failingSince !== null && isHopeless(failingSince, bounds)
  return hopeless && state === 'active' ? 'failing' : state
}

type Followed = {
  readonly endpoint: WebhookEndpoint
  readonly state: WebhookEndpoint['state']
  readonly outcome: DeliveryOutcome
}

/** What an attempt says about its endpoint: since when it fails, and whether to go on. */
async function follow(ctx: Context, tx: Conn, { endpoint, state, outcome }: Followed): Promise<void> {
  const { id, failingSince: before } = endpoint
  const failingSince = verdictOn(outcome) === 'failed' ? (before ?? new Date()) : null
  const ended = state !== endpoint.state
  if (!ended && failingSince?.getTime() === before?.getTime()) return
  await changeEndpoint(tx, id, { state, failingSince })
  if (!ended) return
  await (state === 'gone' ? failWaiting(tx, id) : holdWaiting(tx, id, true))
  endpointsEnded.inc({ ending: state })
  ctx.log.info({ endpointId: id, state }, 'webhook endpoint ended')
}
