import { bulkFetchQueue } from '@equerre/contract/courier'
import { Problem } from '@equerre/contract/problems'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { secondsLeft, type BatchRow, type ItemRow } from '../core/batch.ts'
import { networksToCount, type Standing } from '../core/fairness.ts'
import { laneIn, laneOf } from '../core/lanes.ts'
import { rectifyInput, zoneOf } from '../core/rectify-request.ts'
import { startItem as markStarted } from '../store/batch-items.ts'
import { insertExpected } from '../store/ingestions.ts'
import { findKeyStanding } from '../store/principals.ts'
import type { Conn } from '../store/schema.ts'
import { addStep } from './add-step.ts'
import { assertFetchQuota } from './count-free-work.ts'
import { holdOwner } from './hold-owner.ts'
import type { SpendingKey } from './identify.ts'
import { addRectify } from './request-step.ts'

type Asked = { readonly batch: BatchRow; readonly item: ItemRow; readonly standing: Standing }
type Turn = Asked & { readonly key: SpendingKey | null }

/**
 * Writes the steps of an item, as those of a single call, and holds its credit, in the caller's transaction.
 * @throws Problem those of a rectify
 */
export async function startItem(ctx: Context, tx: Conn, { batch, item, standing }: Asked): Promise<void> {
  await holdOwner(tx, { kind: 'user', id: batch.owner.id })
  const turn = { batch, item, standing, key: await keyNow(tx, batch) }
  const rectifyId =
    item.sealedAddress === null
      ? await rectifyFile(ctx, tx, turn)
      : await rectifyAddress(ctx, tx, { ...turn, address: item.sealedAddress })
  await markStarted(tx, item, rectifyId)
}

/** The key that pays, as it is now: one that was revoked since stops what was begun with it. The account's own has the account's id. */
async function keyNow(tx: Conn, { owner, keyId: id }: BatchRow): Promise<SpendingKey | null> {
  if (id === null) return null
  if (id === owner.id) return { id, creditsPerMonth: null }
  const { ended, creditsPerMonth } = await findKeyStanding(tx, id)
  if (ended !== null) throw new Problem(`key_${ended}`)
  return { id, creditsPerMonth }
}

function rectifyFile(ctx: Context, tx: Conn, { batch, item, standing, key }: Turn): Promise<string> {
  const { owner, requestId, options } = batch
  return addRectify(ctx, tx, {
    kind: 'rectify',
    ownerId: owner.id,
    test: owner.test,
    standing,
    ingestionId: item.ingestionId,
    page: item.page,
    options,
    key,
    requestId,
    idempotencyKey: undefined,
    bulk: { deadlineSeconds: deadlineSeconds(ctx, batch) },
  })
}

async function rectifyAddress(
  ctx: Context,
  tx: Conn,
  { batch, item, standing, key, address }: Turn & { readonly address: string },
): Promise<string> {
  const { owner, requestId, options } = batch
  const { ingestionId, page, sealedPassword } = item
  await assertFetchQuota(ctx, tx, { ownerId: owner.id, standing })
  await insertExpected(tx, {
    id: ingestionId,
    owner,
    name: item.name ?? 'document',
    expiresAt: new Date(Date.now() + ctx.config.limits.retentionHours * 3_600_000),
    sealedPassword,
  })
  const common = {
    ingestionId,
    ownerId: owner.id,
    requestId,
    networks: networksToCount(standing),
    deadlineSeconds: deadlineSeconds(ctx, batch),
  }
  await addStep(ctx, tx, {
    ...common,
    kind: 'ingest',
    page: 1,
    input: { address },
    lane: bulkFetchQueue,
    cost: 0,
  })
  return addStep(ctx, tx, {
    ...common,
    id: randomUUID(),
    kind: 'rectify',
    page,
    input: {
      ...rectifyInput(zoneOf(options, null), options),
      ...(owner.test && { watermark: true as const }),
    },
    // Provisional; record-result corrects it once the ingest has read the file.
    lane: laneIn(true, laneOf('rectify', { mime: '', page: undefined, progressive: false })),
    cost: owner.test ? 0 : 1,
    key,
  })
}

/** Until the batch should have ended, since calls that somebody waits for go first, and as long as any step from then on. */
function deadlineSeconds({ config }: Context, batch: BatchRow): number {
  return secondsLeft(batch, new Date()) + config.limits.stepSecondsMax
}
