import type { AskedItem, Batch, BatchRequest } from '@equerre/contract/batches'
import { addressPurpose } from '@equerre/contract/courier'
import type { Principal } from '@equerre/contract/identity'
import { passwordPurpose } from '@equerre/contract/password'
import { Problem } from '@equerre/contract/problems'
import { inTransaction } from '@equerre/platform/postgres'
import { sha256 } from '@equerre/platform/sha256'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { batchPath } from '../core/batch.ts'
import { nameInAddress } from '../core/file-name.ts'
import { canonicalRequest, keyScope } from '../core/idempotency.ts'
import { parseOptions } from '../core/rectify-request.ts'
import { insertAssemblies } from '../store/batch-assemblies.ts'
import { insertItems } from '../store/batch-items.ts'
import { countOpenBatches, insertBatch, lockBatchesOf } from '../store/batches.ts'
import { claimKey, completeKey } from '../store/idempotency.ts'
import type { Conn } from '../store/schema.ts'
import type { Uploader } from './accept-upload.ts'
import { callbackOf, sealCallback } from './callback-of.ts'
import { holdOwner } from './hold-owner.ts'
import { readBatch } from './read-batch.ts'
import { assertPasswordFits } from './seal-password.ts'
import { takeTurns } from './take-turns.ts'
import { turnedAway } from './turn-away.ts'

/**
 * Accepts a batch: rows of its items, of which none is a step yet, nor holds a credit. The same idempotency key leads to the same batch.
 * @throws Problem `unauthenticated` to guests, `invalid_request`, `idempotency_mismatch`, `rate_limited`, `unavailable`
 */
export async function acceptBatch(
  ctx: Context,
  caller: Uploader,
  asked: BatchRequest,
): Promise<{ readonly batch: Batch; readonly location: string; readonly replayed: boolean }> {
  const { principal, requestId, route, test } = caller
  assertAccount(principal)
  const options = check(ctx, asked)
  const url = callbackOf(ctx, principal, asked.callback_url)
  const callbackUrl = url === undefined ? null : sealCallback(ctx, { ingestionId: null, url })
  const owner = { id: principal.id, test }
  const keyId = caller.key?.id ?? null
  const fingerprint = sha256(canonicalRequest(route, { ...asked, items: asked.items.map(withoutPassword) }))
  const scope = keyScope(owner, route, caller.idempotencyKey)
  const id = randomUUID()
  const earlier = await inTransaction(ctx.db, async (tx) => {
    await holdOwner(tx, principal)
    const claim = scope && (await claimKey(tx, scope, fingerprint))
    if (claim?.fingerprint && !claim.fingerprint.equals(fingerprint))
      throw new Problem('idempotency_mismatch')
    if (claim) return claim
    await boundOpen(ctx, tx, caller)
    const endsBy = new Date(Date.now() + ctx.config.limits.batchHours * 3_600_000)
    const { networks } = caller.standing
    const assembly = asked.assembly ?? null
    await insertBatch(tx, { id, owner, keyId, networks, options, assembly, callbackUrl, requestId, endsBy })
    await insertItems(
      tx,
      asked.items.map((item, index) => ({ batchId: id, index, ...rowOf(ctx, item) })),
    )
    if (asked.assembly) await insertAssemblies(tx, id, groupsOf(asked))
    if (scope) await completeKey(tx, scope, { fingerprint, answer: { batchId: id } })
    return null
  })
  if (!earlier) await takeTurns(ctx, principal.id)
  const first = (earlier?.answer as { batchId: string } | null)?.batchId
  if (earlier && first === undefined) throw new Problem('idempotency_in_flight', {}, { retryAfterS: 1 })
  const batch = await readBatch(ctx, { id: first ?? id, owner })
  return { batch, location: batchPath(batch.id), replayed: earlier !== null }
}

/** Before its items are read: a body may hold very many. @throws Problem `unauthenticated` to guests */
export function assertAccount({ kind }: Principal): void {
  if (kind === 'guest') throw new Problem('batch_by_guest')
}

/** @returns the options with what the operator's bounds leave open */
function check(ctx: Context, { items, options, assembly }: BatchRequest) {
  const { config } = ctx
  const { batchItemsMax: most } = config.limits
  const asks = { fetch: items.some((item) => 'url' in item), assemble: assembly !== undefined }
  // Beside a release that knows of no batches nothing is written for one.
  const isAble = config.BATCHES && (config.FETCHING || !asks.fetch) && (config.READING || !asks.assemble)
  if (!isAble) throw new Problem('unavailable', {}, { retryAfterS: 60 })
  if (items.length > most) throw new Problem('batch_too_many_items', { items: items.length, most })
  for (const item of items) if ('url' in item) assertPasswordFits(ctx, item.password)
  if (asks.assemble) checkGroups(items, config.limits.assemblyPagesMax)
  return parseOptions(options, config.limits)
}

function checkGroups(items: readonly AskedItem[], most: number): void {
  const groups = groupsOf({ items })
  if (groups.length === 0) throw new Problem('batch_without_groups')
  const pages = Math.max(...groups.map((name) => items.filter(({ group }) => group === name).length))
  if (pages > most) throw new Problem('assembly_too_many_pages', { pages, most })
}

function groupsOf({ items }: { readonly items: readonly AskedItem[] }): string[] {
  return [...new Set(items.flatMap(({ group }) => group ?? []))]
}

/** What makes two requests the same: a fingerprint would tell a password to whoever guesses. */
function withoutPassword(item: AskedItem) {
  return 'url' in item ? { ...item, password: undefined } : item
}

/** The address and the password are sealed as those of a single call, for the file that will be. */
function rowOf(ctx: Context, item: AskedItem) {
  const { page, group = null, reference = null } = item
  const common = { page, group, reference }
  if ('ingestion_id' in item) {
    const nothing = { name: null, sealedAddress: null, sealedPassword: null }
    return { ...common, ...nothing, ingestionId: item.ingestion_id }
  }
  const { url, password } = item
  const ingestionId = randomUUID()
  return {
    ...common,
    ingestionId,
    name: nameInAddress(url),
    sealedAddress: ctx.addressRing.seal(url, addressPurpose(ingestionId)),
    sealedPassword: password ? ctx.passwordRing.seal(password, passwordPurpose(ingestionId)) : null,
  }
}

/** @throws Problem `batches_open` */
async function boundOpen(ctx: Context, tx: Conn, { principal, standing }: Uploader): Promise<void> {
  const { batchesOpenMax: most } = ctx.config.limits
  await lockBatchesOf(tx, principal.id)
  if ((await countOpenBatches(tx, principal.id)) < most) return
  throw turnedAway('waiting', standing.tier, new Problem('batches_open', { most }, { retryAfterS: 60 }))
}
