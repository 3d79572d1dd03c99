import type { PaymentJob } from '@equerre/contract/billing'
import { Problem } from '@equerre/contract/problems'
import { setTimeout } from 'node:timers/promises'
import { InvalidSignature } from '../adapters/stripe.ts'
import type { Context } from '../context.ts'

/** Bridges outages of Stripe or the database; after about an hour the reconciler takes over. */
const retries = { attempts: 10, backoff: { type: 'exponential', delay: 4_000 } } as const
const timeoutMs = 3_000

/**
 * Receives a signed message: only the name of what it is about is queued, because Stripe is asked for the facts.
 * @throws Problem `invalid_request` when Stripe did not sign it, `unavailable` when it cannot be queued
 */
export async function receiveEvent(ctx: Context, body: Uint8Array, signature: string): Promise<void> {
  const name = readEvent(ctx, body, signature)
  if (name === null) return
  await enqueuePaymentJob(ctx, name).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'a payment event was not queued')
    throw new Problem('unavailable')
  })
}

/**
 * Queues a payment job, to be retried when it fails.
 * @throws when the queue does not take it in time; it may still take it later, which does no harm
 */
export async function enqueuePaymentJob(ctx: Context, job: PaymentJob): Promise<void> {
  // Without a connection BullMQ waits for ever.
  const tooLate = setTimeout(timeoutMs, null, { ref: false }).then(() => {
    throw new Error('the queue does not respond')
  })
  await Promise.race([ctx.payments.add('payment', job, retries), tooLate])
}

function readEvent(ctx: Context, body: Uint8Array, signature: string) {
  try {
    return ctx.stripe.readEvent(body, signature)
  } catch (error) {
    if (error instanceof InvalidSignature) throw new Problem('event_signature_invalid')
    throw error
  }
}
