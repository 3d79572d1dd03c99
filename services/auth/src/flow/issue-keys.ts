import { apiKeyBytes, writeApiKey, type KeyKind } from '@equerre/contract/api-key'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { keyPurpose } from '../core/api-key.ts'
import { insertKey } from '../store/api-keys.ts'
import type { Conn } from '../store/schema.ts'

/** Gives a user a key of each kind, unless they have one. */
export async function ensureKeys(ctx: Context, tx: Conn, userId: string): Promise<void> {
  await issueKey(ctx, tx, { userId, kind: 'live' })
  await issueKey(ctx, tx, { userId, kind: 'test' })
}

/** Makes a key, unless the user has a valid one of this kind. The clear text is not stored. */
export async function issueKey(
  ctx: Context,
  tx: Conn,
  { userId, kind }: { userId: string; kind: KeyKind },
): Promise<void> {
  const id = randomUUID()
  const { key, hmac } = makeKey(ctx, kind)
  const sealed = ctx.keyRing.seal(key, keyPurpose(userId, id))
  await insertKey(tx, { id, userId, kind, hmac, sealed })
}

/** A new key in clear text, and what it is looked up by. */
export function makeKey(ctx: Context, kind: KeyKind): { readonly key: string; readonly hmac: Buffer } {
  const key = writeApiKey(kind, randomBytes(apiKeyBytes))
  return { key, hmac: createHmac('sha256', ctx.config.KEY_PEPPER).update(key).digest() }
}
