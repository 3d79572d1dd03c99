import type { Context } from '../context.ts'
import { keyPurpose } from '../core/api-key.ts'
import { listSealed, resealKey, type SealedKey } from '../store/api-keys.ts'

const batch = 100

/** Re-encrypts the copies sealed under older master keys with the newest, so that the older can leave the ring. */
export async function resealKeys(ctx: Context): Promise<void> {
  let after: string | null = null
  do {
    const copies = await listSealed(ctx.db, { after, limit: batch })
    for (const copy of copies) if (!ctx.keyRing.isCurrent(copy.sealed)) await reseal(ctx, copy)
    after = copies.at(-1)?.id ?? null
  } while (after !== null)
}

async function reseal(ctx: Context, { id, userId, sealed }: SealedKey): Promise<void> {
  const purpose = keyPurpose(userId, id)
  try {
    await resealKey(ctx.db, id, ctx.keyRing.seal(ctx.keyRing.open(sealed, purpose), purpose))
  } catch (error) {
    // One copy that cannot be opened must not keep the others from the new master key.
    ctx.log.error({ err: error, keyId: id }, 'stored copy of a key could not be decrypted')
  }
}
