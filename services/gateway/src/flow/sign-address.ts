import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'

/** Until when an address is valid, in Unix seconds, and the proof that we said so. */
type Signed = { readonly expires: number; readonly signature: string }

/** For how long an address can be read, and until when there is something to read. */
export type Validity = { readonly seconds: number; readonly notAfter: Date }

/**
 * Makes a root-relative address readable to whoever has it, for a while. What ends it earlier: its file is erased, or the key that
 * signs is replaced.
 */
function signAddress(ctx: Context, path: string, { seconds, notAfter }: Validity): string {
  const expires = Math.floor(Math.min(Date.now() + seconds * 1_000, notAfter.getTime()) / 1_000)
  return `${path}?${new URLSearchParams({ expires: String(expires), signature: sign(ctx, path, expires) })}`
}

/** The same for the files of a result, of which some may not have been made. */
export function signPaths<Paths extends Readonly<Record<string, string | null>>>(
  ctx: Context,
  paths: Paths,
  validity: Validity,
): Paths {
  const signed = Object.entries(paths).map(([name, path]) => [name, path && signAddress(ctx, path, validity)])
  return Object.fromEntries(signed) as Paths
}

/** Whether we signed this address and it is still valid. */
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
