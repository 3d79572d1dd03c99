import type { RectifyOptions } from '@equerre/contract/detourage'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { lineOf, networksToCount, type Standing } from '../core/fairness.ts'
import { canonicalRequest, keyScope } from '../core/idempotency.ts'
import { laneOf } from '../core/lanes.ts'
import { chosenPage, costOf, lastDetection, parseOptions, zoneOf } from '../core/rectify-request.ts'
import { isExpired, pageInfo, pageMissing, type Ingestion, type Owner, type Step } from '../core/step.ts'
import { claimKey, completeKey } from '../store/idempotency.ts'
import { findOwnIngestion, lockOwnIngestion } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { countSteps, listSteps } from '../store/steps.ts'
import { addStep } from './add-step.ts'
import { admitStep } from './admit-step.ts'
import { dispatch } from './dispatch.ts'
import { sha256 } from './hash.ts'
import { replay, type AcceptedStep } from './replay-key.ts'
import { shedLoad } from './shed-load.ts'

export type StepRequest = {
  readonly kind: 'detect' | 'rectify'
  readonly ownerId: string
  readonly standing: Standing
  readonly ingestionId: string
  readonly page: number | undefined
  /** Options of a rectify as they came: an object, JSON text or nothing. */
  readonly options?: unknown
  readonly idempotencyKey: string | undefined
  readonly requestId: string
  /** With a test key a rectify costs nothing, and what it makes bears a watermark. */
  readonly test: boolean
}

/**
 * Accepts a detect or a rectify: in one transaction the credit is held and the step is written, then it is
 * given to the workers. The same idempotency key leads to the same step.
 * @throws Problem `not_found`, `expired`, `invalid_request`, `unreadable_file`, `credits_exhausted`, `idempotency_mismatch`,
 *   `rate_limited`
 */
export async function requestStep(ctx: Context, request: StepRequest): Promise<AcceptedStep> {
  const { ownerId, ingestionId, kind } = request
  const options = kind === 'rectify' ? parseOptions(request.options) : null
  const page = chosenPage(request.page, options?.page)
  const fingerprint = sha256(canonicalRequest(kind, { ingestionId, page, options }))
  const scope = keyScope(ownerOf(request), kind, request.idempotencyKey)
  await admit(ctx, request, page)
  const accepted = await ctx.db.transaction().execute(async (tx) => {
    const earlier = scope && (await claimKey(tx, scope, fingerprint))
    if (earlier) return replay(earlier, fingerprint)
    const stepId = await planStep(ctx, tx, { request, page, options })
    if (scope) await completeKey(tx, scope, { fingerprint, stepId })
    return { stepId, replayed: false }
  })
  if (!accepted.replayed)
    await dispatch(ctx, lineOf({ ownerId, networks: networksToCount(request.standing) }))
  return accepted
}

/** Turns the request away while nothing is locked for it; whether the file can be used, `planStep` finds out. */
async function admit(ctx: Context, request: StepRequest, page: number): Promise<void> {
  const { kind, ownerId, standing, ingestionId } = request
  await admitStep(ctx, ownerId, standing)
  const ingestion = await findOwnIngestion(ctx.db, ingestionId, ownerOf(request))
  if (ingestion)
    await shedLoad(ctx, standing, laneOf(kind, { ...ingestion, page: pageInfo(ingestion, page) }))
}

function ownerOf({ ownerId, test }: StepRequest): Owner {
  return { id: ownerId, test }
}

type Addition = { request: StepRequest; page: number; options: RectifyOptions | null }

async function planStep(ctx: Context, tx: Conn, { request, page, options }: Addition): Promise<string> {
  const { kind, ownerId, requestId, standing } = request
  // The lock makes the count of free corrections true for everyone who asks at the same time.
  const ingestion = usable(await lockOwnIngestion(tx, request.ingestionId, ownerOf(request)), page)
  await boundFile(ctx, tx, ingestion)
  const { input, cost } = options
    ? await planRectify(ctx, tx, { ingestion, page, options, test: request.test })
    : { input: {}, cost: 0 as const }
  return addStep(ctx, tx, {
    ingestionId: ingestion.id,
    ownerId,
    kind,
    page,
    input,
    lane: laneOf(kind, { ...ingestion, page: pageInfo(ingestion, page) }),
    cost,
    requestId,
    networks: networksToCount(standing),
  })
}

async function boundFile(ctx: Context, tx: Conn, { id }: Ingestion): Promise<void> {
  const { stepsPerFileMax } = ctx.config.limits
  if ((await countSteps(tx, id)) >= stepsPerFileMax)
    throw new Problem('file_used_up', { steps: stepsPerFileMax })
}

async function planRectify(
  ctx: Context,
  tx: Conn,
  rectify: { ingestion: Ingestion; page: number; options: RectifyOptions; test: boolean },
): Promise<Pick<Step, 'input' | 'cost'>> {
  const { ingestion, page, options, test } = rectify
  const steps = await listSteps(tx, ingestion.id)
  const freePerCapture = ctx.config.limits.freeCorrectionsPerCapture
  const zone = zoneOf(options, lastDetection(steps, page))
  if (test) return { input: { zone, options, watermark: true }, cost: 0 }
  return { input: { zone, options }, cost: costOf(options, { steps, page, freePerCapture }) }
}

function usable(ingestion: Ingestion | null, page: number): Ingestion {
  if (!ingestion || ingestion.state === 'receiving') throw new Problem('not_found')
  if (isExpired(ingestion, new Date())) throw new Problem('expired')
  if (ingestion.state === 'failed') throw new Problem('unreadable_file')
  if (ingestion.state === 'received') throw new Problem('file_not_ready', {}, { retryAfterS: 1 })
  if (!pageInfo(ingestion, page)) throw Problem.of(pageMissing(ingestion, page))
  return ingestion
}
