import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'

/** A signed address until when, in Unix seconds, and the proof that we have said so. */
type Signed = { readonly expires: number; readonly signature: string }

/** Makes a root-relative address readable for some minutes by whoever holds it. */
export function signAddress(ctx: Context, path: string): string {
  const expires = Math.floor(Date.now() / 1_000) + ctx.config.limits.signedSecondsMax
  return `${path}?${new URLSearchParams({ expires: String(expires), signature: sign(ctx, path, expires) })}`
}

/** Whether we have signed this address, and its time is not over. */
export function isSigned(ctx: Context, path: string, { expires, signature }: Signed): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(ctx, path, expires))]
  const ours = given.length === expected.length && timingSafeEqual(given, expected)
  return ours && expires * 1_000 > Date.now()
}

function sign(ctx: Context, path: string, expires: number): string {
  return createHmac('sha256', ctx.config.ADDRESS_SIGNING_KEY)
    .update(`${expires}\n${path}`)
    .digest('base64url')
}
