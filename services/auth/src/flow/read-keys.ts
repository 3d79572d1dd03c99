import type { KeyKind } from '@equerre/contract/api-key'
import type { ApiKeys, Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { keyPurpose } from '../core/api-key.ts'
import { listKeys, type StoredKey } from '../store/api-keys.ts'

/**
 * A person's own keys in clear text.
 * @throws Problem `unauthenticated` for guests and for users who are gone
 */
export async function readKeys(ctx: Context, { kind, id: userId }: Principal): Promise<ApiKeys> {
  const keys = kind === 'user' ? await listKeys(ctx.db, userId) : []
  const [live, test] = (['live', 'test'] as const).map((wanted) => validKey(keys, wanted))
  if (!live || !test) throw new Problem('unauthenticated')
  return {
    api_key: reveal(ctx, userId, live),
    test_api_key: reveal(ctx, userId, test),
    created_at: live.createdAt.toISOString(),
    last_used_at: live.lastUsedAt?.toISOString() ?? null,
  }
}

type ValidKey = StoredKey & { readonly sealed: string }

function validKey(keys: readonly StoredKey[], kind: KeyKind): ValidKey | undefined {
  return keys.find((key): key is ValidKey => key.kind === kind && key.sealed !== null)
}

function reveal(ctx: Context, userId: string, { id, sealed }: ValidKey): string {
  return ctx.keyRing.open(sealed, keyPurpose(userId, id))
}
