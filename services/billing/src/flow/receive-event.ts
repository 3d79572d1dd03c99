import type { PaymentJob } from '@equerre/contract/billing'
import { Problem } from '@equerre/contract/problems'
import { setTimeout } from 'node:timers/promises'
import { InvalidSignature } from '../adapters/stripe.ts'
import type { Context } from '../context.ts'

/** Stripe or the database may be away for a while; after about an hour the reconciler takes over. */
const retries = { attempts: 10, backoff: { type: 'exponential', delay: 4_000 } } as const
const timeoutMs = 3_000

/**
 * Takes a signed message in: only the name of what it is about goes on, because what matters is what Stripe says when asked.
 * @throws Problem `invalid_request` for what Stripe has not signed, `unavailable` when it cannot be kept
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
 * Puts work on the queue of payments, to be tried again when it fails.
 * @throws when the queue does not take it in time; it may still take it later, which does no harm
 */
export async function enqueuePaymentJob(ctx: Context, job: PaymentJob): Promise<void> {
  // Without a connection BullMQ waits for one, for ever.
  const tooLate = setTimeout(timeoutMs, null, { ref: false }).then(() => {
    throw new Error('the queue does not answer')
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
