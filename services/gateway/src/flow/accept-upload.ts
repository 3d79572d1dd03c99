import type { Principal } from '@equerre/contract/identity'
import { storageKeys } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Room } from '@equerre/platform/byte-budget'
import { receiveBytes, type ReceivedBytes } from '@equerre/platform/receive-bytes'
import { sha256 } from '@equerre/platform/sha256'
import { StorageError } from '@equerre/platform/storage/error'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { lineOf, networksToCount, type Standing } from '../core/fairness.ts'
import { cleanName } from '../core/file-name.ts'
import { canonicalRequest, keyScope, type KeyScope } from '../core/idempotency.ts'
import { laneOf } from '../core/lanes.ts'
import type { Owner } from '../core/step.ts'
import { claimKeyForUpload, completeKey, releaseKey, type KeyClaim } from '../store/idempotency.ts'
import { deleteIngestions, insertReceiving, markReceived, type ReceivedFile } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { addStep, type PlannedStep } from './add-step.ts'
import { admitStep } from './admit-step.ts'
import { callbackOf } from './callback-of.ts'
import { dispatch } from './dispatch.ts'
import { tryToErase } from './erase-objects.ts'
import { holdKey } from './hold-key.ts'
import { holdOwner } from './hold-owner.ts'
import type { SpendingKey } from './identify.ts'
import { replay, type AcceptedStep } from './replay-key.ts'
import { sealPassword } from './seal-password.ts'
import { shedLoad } from './shed-load.ts'

export type Uploader = {
  readonly principal: Principal
  /** Whether it comes from a test key. */
  readonly test: boolean
  /** The key that pays. */
  readonly key?: SpendingKey | null
  readonly standing: Standing
  /** The endpoint's name: ingest or one-shot. */
  readonly route: string
  readonly idempotencyKey: string | undefined
  readonly requestId: string
}

/** A stored file that no step belongs to yet. */
export type Upload = ReceivedFile & { readonly earlier: KeyClaim | null }

/** `storageFailed`: a moment ago, so that erasing would fail too. */
type Discarded = Pick<Upload, 'id' | 'earlier'> & { readonly storageFailed?: boolean }

/** A request that comes with a file: `add` writes the step that will answer. */
export type FollowUp = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly add: (tx: Conn) => Promise<string>
}

type Accepting = {
  readonly upload: Upload
  /** What opens it. Not part of what makes two requests the same: a fingerprint would tell it to whoever guesses. */
  readonly password: string | undefined
  /** Whom to tell of the ingest. */
  readonly callback?: string | undefined
  readonly followUp?: FollowUp
}

/**
 * Streams a file into the storage: first its row, then its bytes, which are typed, hashed and counted on the way. If anything
 * fails, nothing of it remains.
 * @param file destroyed with an error when the client hangs up
 * @throws Problem `unsupported_type`, `file_too_large`, `unreadable_file`, `idempotency_in_flight`
 */
export async function receiveFile(
  ctx: Context,
  uploader: Uploader,
  { name, stream, room }: { name: string; stream: Readable; room: Room | undefined },
): Promise<Upload> {
  await admitStep(ctx, uploader.principal.id, uploader.standing)
  const id = randomUUID()
  const scope = scopeOf(uploader)
  const earlier = await ctx.db.transaction().execute(async (tx) => {
    await holdOwner(tx, uploader.principal)
    const claim = scope && (await claimKeyForUpload(tx, scope, id))
    if (claim && !claim.fingerprint) throw new Problem('idempotency_in_flight', {}, { retryAfterS: 1 })
    const expiresAt = new Date(Date.now() + ctx.config.limits.retentionHours * 3_600_000)
    await insertReceiving(tx, { id, owner: ownerOf(uploader), name: cleanName(name), expiresAt })
    return claim
  })
  const work = async () => ({ id, earlier, ...(await store(ctx, uploader, { id, stream, room })) })
  const stopHolding = scope && !earlier ? holdKey(ctx, scope, { id, stream }) : () => {}
  return orDiscard(ctx, uploader, { id, earlier, work }).finally(stopHolding)
}

/**
 * Makes a received file an ingestion with its first step, plus the step requested along with it. If its key was used before,
 * the copy is discarded and the first answer stands.
 * @throws Problem `idempotency_mismatch`, `password_too_long`, and those of the follow-up
 */
export async function acceptUpload(
  ctx: Context,
  uploader: Uploader,
  { upload, password, callback, followUp }: Accepting,
): Promise<AcceptedStep> {
  const { route } = uploader
  const scope = scopeOf(uploader)
  const fields = { ...followUp?.fields, callback, sha256: upload.sha256.toString('hex') }
  const fingerprint = sha256(canonicalRequest(route, fields))
  if (upload.earlier) {
    await discardUpload(ctx, uploader, upload)
    return replay(upload.earlier, fingerprint)
  }
  const ingest = ingestStep(upload, uploader)
  const accept = async (tx: Conn) => {
    const sealedPassword = sealPassword(ctx, upload, password)
    if (!(await markReceived(tx, { ...upload, sealedPassword }))) throw new Problem('upload_took_too_long')
    const callbackUrl = callbackOf(ctx, uploader.principal, callback)
    const ingestId = await addStep(ctx, tx, { ...ingest, callbackUrl })
    const stepId = followUp ? await followUp.add(tx) : ingestId
    const claimed =
      scope === null || (await completeKey(tx, scope, { fingerprint, stepId, uploadId: upload.id }))
    if (!claimed) throw new Problem('idempotency_in_flight', {}, { retryAfterS: 1 })
    return stepId
  }
  const work = () => ctx.db.transaction().execute(accept)
  const stepId = await orDiscard(ctx, uploader, { ...upload, work })
  await dispatch(ctx, lineOf(ingest))
  return { stepId, replayed: false }
}

/**
 * Releases the idempotency key of a received file that came to nothing, and erases it. Never fails its caller, who has an answer
 * already: whatever cannot be erased now is left to the sweeps.
 */
export async function discardUpload(
  ctx: Context,
  uploader: Uploader,
  { id, earlier, storageFailed = false }: Discarded,
): Promise<void> {
  try {
    // The key first: a retry waits for nothing else.
    if (!earlier) await release(ctx, uploader, id)
    // Erasing may take as long again, for which nobody needs to wait: the sweep finds the row.
    if (storageFailed) return
    await deleteIngestions(ctx.db, [id])
    await tryToErase(ctx, id)
  } catch (error) {
    ctx.log.warn(
      { err: error, requestId: uploader.requestId },
      'upload could not be discarded; left to the sweep',
    )
  }
}

async function release(ctx: Context, uploader: Uploader, id: string): Promise<void> {
  const scope = scopeOf(uploader)
  if (scope) await releaseKey(ctx.db, scope, id)
}

export function scopeOf(uploader: Uploader): KeyScope | null {
  return keyScope(ownerOf(uploader), uploader.route, uploader.idempotencyKey)
}

export function ownerOf({ principal, test }: Uploader): Owner {
  return { id: principal.id, test }
}

/** Does the work, or leaves nothing of the upload. */
export async function orDiscard<T>(
  ctx: Context,
  uploader: Uploader,
  { work, ...upload }: Pick<Upload, 'id' | 'earlier'> & { work: () => Promise<T> },
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await discardUpload(ctx, uploader, { ...upload, storageFailed: error instanceof StorageError })
    throw error
  }
}

function ingestStep(upload: Upload, { principal, standing, requestId }: Uploader): PlannedStep {
  return {
    ingestionId: upload.id,
    ownerId: principal.id,
    kind: 'ingest',
    page: 1,
    input: {},
    lane: laneOf('ingest', { mime: upload.mime, page: undefined, progressive: false }),
    cost: 0,
    requestId,
    networks: networksToCount(standing),
  }
}

function store(
  ctx: Context,
  { standing }: Uploader,
  { id, stream, room }: { id: string; stream: Readable; room: Room | undefined },
): Promise<ReceivedBytes> {
  return receiveBytes(ctx.storage, {
    key: storageKeys.original(id),
    stream,
    limits: ctx.config.limits,
    room,
    admit: (mime) => shedLoad(ctx, standing, laneOf('ingest', { mime, page: undefined, progressive: false })),
  })
}
