import type { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import type { KeyScope } from '../core/idempotency.ts'
import { claimHeartbeatMs, extendClaim, releaseKey } from '../store/idempotency.ts'

/**
 * Keeps an idempotency key for an upload while it arrives, and gives it back as soon as it breaks off, whatever the storage
 * still has to clear away. The key of an upload whose gateway died is free when nobody has said for a while that it lives.
 * @returns how to stop keeping it
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
