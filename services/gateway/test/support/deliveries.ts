import type { DeliveryJob, DeliveryOutcome } from '@equerre/contract/deliveries'
import type { Principal } from '@equerre/contract/identity'
import { startService, type ServiceProcess } from '@equerre/local/service'
import { sql } from 'kysely'
import path from 'node:path'
import { inject } from 'vitest'
import type { Context } from '../../src/context.ts'
import { deliverDue } from '../../src/flow/deliver.ts'
import { addWebhook } from '../../src/flow/manage-webhooks.ts'
import { recordDelivery } from '../../src/flow/record-delivery.ts'

/** Webhooks mostly without a courier: what it would be given is taken from its queue, and its reports are written directly. */

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

/** A real one, which reaches receivers on this machine. */
export function startCourier({ config }: Context, more: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
  const { runDir } = inject('servers')
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    REDIS_URL: config.REDIS_URL,
    STORAGE: 'filesystem',
    STORAGE_DIR: runDir,
    COURIER_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
    COURIER_ALLOW_NETWORKS: '127.0.0.0/8',
    ...more,
  }
  return startService('courier', { env, logFile: path.join(runDir, 'courier.log'), onTrouble: () => {} })
}
