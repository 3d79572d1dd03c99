import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the clocks of sender and receiver may be apart, in seconds. */
const toleranceSeconds = 300

type Headers = Readonly<Record<string, unknown>>

/**
 * Whether a delivery was signed with `secret` (Standard Webhooks), a few minutes ago at most.
 * @param body as it arrived, to the byte
 * @param now in milliseconds
 */
export function isSigned(
  body: Buffer,
  headers: Headers,
  { secret, now }: { secret: string; now: number },
): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => headers[`webhook-${name}`],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false
  // Also where it is no number.
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // Several while a secret is being replaced.
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
