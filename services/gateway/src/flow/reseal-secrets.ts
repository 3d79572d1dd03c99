import { gauge } from '@equerre/platform/metrics'
import type { KeyRing } from '@equerre/platform/key-ring'
import type { Context } from '../context.ts'
import { listSealed, resealSecret, type SealedSecrets } from '../store/webhook-endpoints.ts'
import { secretPurpose } from './sign-delivery.ts'

const batch = 100

const secretsUnreadable = gauge(
  'webhook_secrets_unreadable',
  'Secrets of webhooks sealed with a key that is not in the ring, at the last look',
  [],
)

/** Seals the secrets of webhooks that older keys have sealed with the newest, so that the older can leave the ring. */
export async function resealSecrets(ctx: Context): Promise<void> {
  const { webhookRing: ring } = ctx
  if (ring === null) return
  let [after, unreadable]: [string | null, number] = [null, 0]
  do {
    const endpoints = await listSealed(ctx.db, { after, limit: batch })
    for (const endpoint of endpoints) unreadable += await reseal(ctx, ring, endpoint)
    after = endpoints.at(-1)?.id ?? null
  } while (after !== null)
  secretsUnreadable.set(unreadable)
}

/** @returns how many of its secrets cannot be opened */
async function reseal(ctx: Context, ring: KeyRing, endpoint: SealedSecrets): Promise<number> {
  const { id, sealedSecret, sealedFormerSecret, formerUntil } = endpoint
  // One that signs no more is not worth anything.
  const former = formerUntil !== null && formerUntil > new Date() ? sealedFormerSecret : null
  let unreadable = 0
  for (const from of [sealedSecret, former]) {
    if (from === null || ring.isCurrent(from)) continue
    try {
      const to = ring.seal(ring.open(from, secretPurpose(endpoint)), secretPurpose(endpoint))
      await resealSecret(ctx.db, id, { from, to })
    } catch (error) {
      unreadable++
      ctx.log.error({ err: error, endpointId: id }, 'the secret of a webhook could not be opened')
    }
  }
  return unreadable
}
