import type { WebhookEvent } from './contract.ts'
import { EquerreError } from './errors.ts'

type Delivery = {
  /** As it arrived: parsed and written again it is another one. */
  readonly body: string
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

const ageMaxS = 300

/**
 * The event of a delivery to a webhook, if it is the service’s (Standard Webhooks).
 * @param secret the webhook’s, `whsec_…`
 * @throws EquerreError `signature_invalid` for anybody else’s, or one older than five minutes
 */
export async function verifyWebhook({ body, headers }: Delivery, secret: string): Promise<WebhookEvent> {
  const read = (name: string) =>
    headers instanceof Headers ? headers.get(name) : String(headers[name] ?? '')
  const [id, timestamp, given] = ['id', 'timestamp', 'signature'].map((name) => read(`webhook-${name}`) ?? '')
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp || Number.NaN)) <= ageMaxS))
    throw refused('Its time is missing or too far away.')
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of given!.split(' ')) {
    const [, encoded] = /^v1,([\w+/=]+)$/.exec(signature) ?? []
    if (encoded !== undefined && (await crypto.subtle.verify('HMAC', key, decoded(encoded), signed)))
      return JSON.parse(body) as WebhookEvent
  }
  throw refused('Its signature is not the service’s.')
}

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function refused(detail: string): EquerreError {
  return new EquerreError({ code: 'signature_invalid', detail })
}
