import { addressPurpose, fetchQueue } from '@equerre/contract/courier'
import { passwordPurpose } from '@equerre/contract/password'
import { Problem } from '@equerre/contract/problems'
import { sha256 } from '@equerre/platform/sha256'
import type { Context } from '../context.ts'
import { lineOf, networksToCount } from '../core/fairness.ts'
import { nameInAddress } from '../core/file-name.ts'
import { canonicalRequest } from '../core/idempotency.ts'
import { claimKey, completeKey } from '../store/idempotency.ts'
import { insertExpected } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { addStep, type PlannedStep } from './add-step.ts'
import { ownerOf, scopeOf, type FollowUp, type Uploader } from './accept-upload.ts'
import { callbackOf } from './callback-of.ts'
import { admitStep } from './admit-step.ts'
import { assertByteQuota, assertFetchQuota } from './count-free-work.ts'
import { dispatch } from './dispatch.ts'
import { holdOwner } from './hold-owner.ts'
import { replay, type AcceptedStep } from './replay-key.ts'
import { assertPasswordFits } from './seal-password.ts'
import { shedLoad } from './shed-load.ts'

type Named = {
  /** Of the file to be. */
  readonly id: string
  /** Where it is. Like a password it is kept sealed, and only until the file has been fetched. */
  readonly address: string
  readonly password: string | undefined
  /** Whom to tell of the ingest. */
  readonly callback?: string | undefined
  readonly followUp?: FollowUp
}

/**
 * Accepts a file by its address: its row and its step first, with what was asked along with it, then the courier fetches it. So the
 * relay sees to it that nothing is lost, whoever dies meanwhile. Guests cannot: an address of ours would fetch what they like for
 * anybody.
 * @throws Problem `unauthenticated` to guests, `invalid_request`, `rate_limited`, `idempotency_mismatch`, those of the follow-up
 */
export async function acceptAddress(ctx: Context, uploader: Uploader, named: Named): Promise<AcceptedStep> {
  const { principal, standing, route } = uploader
  if (principal.kind === 'guest') throw new Problem('address_by_guest')
  if (!ctx.config.FETCHING) throw new Problem('unavailable', {}, { retryAfterS: 60 })
  const { id, address, password, callback, followUp } = named
  assertPasswordFits(ctx, password)
  await admitStep(ctx, principal.id, standing)
  await assertByteQuota(ctx, principal.id, standing)
  await shedLoad(ctx, standing, fetchQueue)
  const fingerprint = sha256(canonicalRequest(route, { ...followUp?.fields, callback, url: address }))
  const scope = scopeOf(uploader)
  const callbackUrl = callbackOf(ctx, principal, callback)
  const step = { ...fetchStep(ctx, uploader, named), callbackUrl }
  const accepted = await ctx.db.transaction().execute(async (tx) => {
    await holdOwner(tx, principal)
    const earlier = scope && (await claimKey(tx, scope, fingerprint))
    if (earlier) return replay(earlier, fingerprint)
    await assertFetchQuota(ctx, tx, { ownerId: principal.id, standing })
    await expectFile(ctx, tx, { uploader, named })
    const ingestId = await addStep(ctx, tx, step)
    const stepId = followUp ? await followUp.add(tx) : ingestId
    if (scope) await completeKey(tx, scope, { fingerprint, stepId })
    return { stepId, replayed: false }
  })
  ctx.log.debug({ ingestionId: id, requestId: uploader.requestId }, 'address accepted')
  if (!accepted.replayed) await dispatch(ctx, lineOf(step))
  return accepted
}

async function expectFile(
  ctx: Context,
  tx: Conn,
  { uploader, named }: { uploader: Uploader; named: Named },
): Promise<void> {
  const { id, address, password } = named
  await insertExpected(tx, {
    id,
    owner: ownerOf(uploader),
    name: nameInAddress(address),
    expiresAt: new Date(Date.now() + ctx.config.limits.retentionHours * 3_600_000),
    // Whether it is a PDF is only known once it is here.
    sealedPassword: password ? ctx.passwordRing.seal(password, passwordPurpose(id)) : null,
  })
}

function fetchStep(ctx: Context, { principal, standing, requestId }: Uploader, named: Named): PlannedStep {
  return {
    ingestionId: named.id,
    ownerId: principal.id,
    kind: 'ingest',
    page: 1,
    input: { address: ctx.addressRing.seal(named.address, addressPurpose(named.id)) },
    lane: fetchQueue,
    cost: 0,
    requestId,
    networks: networksToCount(standing),
  }
}
