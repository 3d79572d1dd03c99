import { Problem } from '@equerre/contract/problems'
import type { KeyRing } from '@equerre/platform/key-ring'
import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import type { WebhookDelivery } from '../store/webhook-deliveries.ts'
import type { SealedSecrets } from '../store/sealed-secrets.ts'

const secretPrefix = 'whsec_'
const secretBytes = 32

export function newSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`
}

/** What a secret is sealed for. */
export function secretPurpose({ id, ownerId }: Pick<SealedSecrets, 'id' | 'ownerId'>): string {
  return `webhook secret of ${ownerId}, ${id}`
}

/** @throws Problem `unavailable` where no key is configured to seal secrets with */
export function ringOf({ webhookRing }: Context): KeyRing {
  if (webhookRing === null) throw new Problem('unavailable', {}, { retryAfterS: 60 })
  return webhookRing
}

/**
 * The headers of one attempt, after the Standard Webhooks specification: the id stays the same for ever, the time is the attempt's.
 * While a secret is being replaced there is a signature with each. What goes to an address that came with a call is signed if its account has a secret for these.
 */
export function headersOf(
  ctx: Context,
  { id, body }: Pick<WebhookDelivery, 'id' | 'body'>,
  signer: SealedSecrets | undefined,
): Record<string, string> {
  const now = new Date()
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signatures = secretsOf(ctx, signer, now).map((secret) => sign(`${id}.${timestamp}.${body}`, secret))
  return {
    'content-type': 'application/json',
    'user-agent': 'Equerre-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  }
}

/** A former secret that cannot be opened any more is left out: the new one is what its owner has replaced it with. */
function secretsOf(ctx: Context, signer: SealedSecrets | undefined, now: Date): string[] {
  if (!signer) return []
  const { sealedSecret, sealedFormerSecret, formerUntil } = signer
  const open = (sealed: string) => ringOf(ctx).open(sealed, secretPurpose(signer))
  const secret = open(sealedSecret)
  if (formerUntil === null || formerUntil <= now || sealedFormerSecret === null) return [secret]
  try {
    return [secret, open(sealedFormerSecret)]
  } catch (error) {
    ctx.log.warn({ err: error, endpointId: signer.id }, 'a former secret could not be opened')
    return [secret]
  }
}

function sign(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}
