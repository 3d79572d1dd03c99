import type { DeliveryJob, DeliveryOutcome } from '@equerre/contract/deliveries'
import type { Principal } from '@equerre/contract/identity'
import { sql } from 'kysely'
import type { Context } from '../../src/context.ts'
import { deliverDue } from '../../src/flow/deliver.ts'
import { addWebhook } from '../../src/flow/manage-webhooks.ts'
import { recordDelivery } from '../../src/flow/record-delivery.ts'

/** Webhooks without a courier: what it would be given is taken from its queue, and its reports are written directly. */

export async function addEndpoint(
  ctx: Context,
  ownerId: string,
  asked: { url?: string; events?: never[] } = {},
) {
  const owner: Principal = { kind: 'guest', id: ownerId }
  return addWebhook(ctx, owner, { url: 'https://receiver.test/hook', credits_low_at: 10, ...asked })
}

/** What the courier is given now, in the order of its queue. */
export async function takeJobs(ctx: Context): Promise<DeliveryJob[]> {
  await deliverDue(ctx)
  const jobs = await ctx.deliveries.getJobs(['waiting'], 0, -1, true)
  await Promise.all(jobs.map((job) => job.remove()))
  return jobs.map(({ data }) => data as DeliveryJob)
}

export function report(
  ctx: Context,
  { deliveryId, attemptToken }: DeliveryJob,
  told: Partial<DeliveryOutcome> = {},
): Promise<void> {
  const answered = { status: 204, error: null, answer: '', milliseconds: 12, retryAfterS: null }
  return recordDelivery(ctx, { deliveryId, attemptToken, ...answered, ...told })
}

/** Lets time pass for everything that waits, is under way or fails. */
export async function pass({ db }: Context, seconds: number): Promise<void> {
  const span = sql`make_interval(secs => ${seconds})`
  await sql`update webhook_deliveries set due_at = due_at - ${span}, sent_at = sent_at - ${span}`.execute(db)
  await sql`update webhook_endpoints set failing_since = failing_since - ${span}, former_until = former_until - ${span}`.execute(
    db,
  )
}
