import { gauge } from '@equerre/platform/metrics'
import type { KeyRing } from '@equerre/platform/key-ring'
import type { Context } from '../context.ts'
import { listSealed, resealSecret, secretPlaces, type SealedSecrets } from '../store/sealed-secrets.ts'
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
  let unreadable = 0
  for (const place of secretPlaces) {
    let after: string | null = null
    do {
      const page = await listSealed(ctx.db, place, { after, limit: batch })
      for (const secrets of page) unreadable += await reseal(ctx, { ring, place }, secrets)
      after = page.at(-1)?.id ?? null
    } while (after !== null)
  }
  secretsUnreadable.set(unreadable)
}

type Kept = { readonly ring: KeyRing; readonly place: (typeof secretPlaces)[number] }

/** @returns how many of its secrets cannot be opened */
async function reseal(ctx: Context, { ring, place }: Kept, secrets: SealedSecrets): Promise<number> {
  const { id, sealedSecret, sealedFormerSecret, formerUntil } = secrets
  // One that signs no more is not worth anything.
  const former = formerUntil !== null && formerUntil > new Date() ? sealedFormerSecret : null
  let unreadable = 0
  for (const from of [sealedSecret, former]) {
    if (from === null || ring.isCurrent(from)) continue
    try {
      const to = ring.seal(ring.open(from, secretPurpose(secrets)), secretPurpose(secrets))
      await resealSecret(ctx.db, { ...place, id }, { from, to })
    } catch (error) {
      unreadable++
      ctx.log.error({ err: error, endpointId: id }, 'the secret of a webhook could not be opened')
    }
  }
  return unreadable
}
