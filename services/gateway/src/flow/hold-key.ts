import type { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import type { KeyScope } from '../core/idempotency.ts'
import { claimHeartbeatMs, extendClaim, releaseKey } from '../store/idempotency.ts'

/**
 * Keeps an idempotency key claimed while its upload arrives, and releases it as soon as the upload breaks off, whatever the
 * storage still has to clean up. Without heartbeats, as when a gateway dies, the key becomes free after a while.
 * @returns a function that stops keeping it
 */
export function holdKey(
  ctx: Context,
  scope: KeyScope,
  { id, stream }: { id: string; stream: Readable },
): () => void {
  const heartbeat = setInterval(() => {
    extendClaim(ctx.db, scope, id).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'idempotency claim not extended'),
    )
  }, claimHeartbeatMs)
  const release = () => {
    clearInterval(heartbeat)
    releaseKey(ctx.db, scope, id).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'idempotency claim not released'),
    )
  }
  stream.once('error', release)
  return () => {
    clearInterval(heartbeat)
    stream.off('error', release)
  }
}
