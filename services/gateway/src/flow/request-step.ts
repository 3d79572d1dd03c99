import type { RectifyOptions, RenderOptions, AskedKind } from '@equerre/contract/detourage'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { lineOf, networksToCount, type Standing } from '../core/fairness.ts'
import { canonicalRequest, keyScope } from '../core/idempotency.ts'
import { laneIn, laneOf } from '../core/lanes.ts'
import { costOf } from '../core/free-corrections.ts'
import {
  chosenPage,
  lastDetection,
  numbered,
  parseOptions,
  readOptions,
  rectifyInput,
  zoneOf,
  zoneReasons,
} from '../core/rectify-request.ts'
import { captureOf, parseRender, renderCost, renderInput } from '../core/render-request.ts'
import {
  isExpired,
  pageInfo,
  pageMissing,
  usualDocument,
  type Ingestion,
  type Owner,
  type Step,
} from '../core/step.ts'
import { claimKey, completeKey } from '../store/idempotency.ts'
import { findOwnIngestion, lockOwnIngestion } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { countSteps, findStep, listSteps } from '../store/steps.ts'
import { addStep } from './add-step.ts'
import { admitStep } from './admit-step.ts'
import { dispatch } from './dispatch.ts'
import type { SpendingKey } from './identify.ts'
import { sha256 } from '@equerre/platform/sha256'
import { replay, type AcceptedStep } from './replay-key.ts'
import { shedLoad } from './shed-load.ts'

/** What can be requested of an uploaded file. */
type RequestedKind = Exclude<AskedKind, 'ingest'>

export type StepRequest = {
  readonly kind: RequestedKind
  readonly ownerId: string
  readonly standing: Standing
  readonly ingestionId: string
  readonly page: number | undefined
  /** A rectify's options as received: an object, JSON text or nothing. */
  readonly options?: unknown
  /** Of an account; see `callbackOf`. */
  readonly callbackUrl?: string | undefined
  readonly idempotencyKey: string | undefined
  readonly requestId: string
  /** With a test key a rectify is free, and what it makes is watermarked. */
  readonly test: boolean
  /** The key that pays. */
  readonly key?: SpendingKey | null
  /** An item of a batch, which may wait for longer than a call. */
  readonly bulk?: { readonly deadlineSeconds: number }
}

/**
 * Accepts a detect or a rectify: one transaction holds the credit and writes the step, which then goes to the workers. The
 * same idempotency key leads to the same step.
 * @throws Problem `not_found`, `expired`, `invalid_request`, `unreadable_file`, `credits_exhausted`, `key_cap_reached`,
 *   `idempotency_mismatch`, `rate_limited`
 */
export async function requestStep(ctx: Context, request: StepRequest): Promise<AcceptedStep> {
  const { ownerId, ingestionId, kind, callbackUrl } = request
  const asked = await asks[kind](ctx, request)
  const { page, options } = asked
  const fingerprint = sha256(canonicalRequest(kind, { ingestionId, page, options, callbackUrl }))
  const scope = keyScope(ownerOf(request), kind, request.idempotencyKey)
  await admit(ctx, request, page)
  const accepted = await ctx.db.transaction().execute(async (tx) => {
    const earlier = scope && (await claimKey(tx, scope, fingerprint))
    if (earlier) return replay(earlier, fingerprint)
    const stepId = await planStep(ctx, tx, { request, asked })
    if (scope) await completeKey(tx, scope, { fingerprint, stepId })
    return { stepId, replayed: false }
  })
  if (!accepted.replayed)
    await dispatch(ctx, lineOf({ ownerId, networks: networksToCount(request.standing) }))
  return accepted
}

/**
 * Writes the rectify of an item whose turn it is, in the caller's transaction.
 * @returns the step's id
 * @throws Problem those of `requestStep` but for what bounds calls
 */
export async function addRectify(ctx: Context, tx: Conn, request: StepRequest): Promise<string> {
  return planStep(ctx, tx, { request, asked: await askRectify(ctx, request) })
}

/** Refuses the request before anything is locked for it; `planStep` checks later whether the file can be used. */
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

/** A parsed request. `plan` runs while its file is locked, so that what it counts holds for concurrent requests too. */
type Asked<Kind extends RequestedKind = RequestedKind> = {
  readonly [Each in Kind]: {
    readonly page: number
    /** With the page and the file, what makes two requests the same. */
    readonly options: unknown
    readonly plan: (tx: Conn, ingestion: Ingestion) => Promise<Pick<Step<Each>, 'kind' | 'input' | 'cost'>>
  }
}[Kind]

const asks: {
  readonly [Kind in RequestedKind]: (ctx: Context, request: StepRequest) => Promise<Asked<Kind>>
} = {
  detect: async (_, { page }) => ({
    page: chosenPage(page, undefined),
    options: null,
    plan: async () => ({ kind: 'detect', input: {}, cost: 0 }),
  }),
  rectify: askRectify,
}

async function askRectify(ctx: Context, request: StepRequest): Promise<Asked<'rectify'>> {
  const value = readOptions(request.options)
  const render = parseRender(value)
  return render
    ? askRender(ctx, request, render)
    : askNewPage(ctx, request, parseOptions(value, ctx.config.limits))
}

function askNewPage(ctx: Context, request: StepRequest, options: RectifyOptions): Asked<'rectify'> {
  const page = chosenPage(request.page, options.page)
  const freePerCapture = ctx.config.limits.freeCorrectionsPerCapture
  const plan = async (tx: Conn, ingestion: Ingestion) => {
    const steps = await listSteps(tx, ingestion.id)
    const detection = lastDetection(steps, page)
    const meant = numbered(options, detection)
    const zone = zoneOf(meant, detection)
    const input = { ...rectifyInput(zone, meant), ...zoneReasons(zone, detection) }
    const kind = 'rectify' as const
    if (request.test) return { kind, input: { ...input, watermark: true as const }, cost: 0 as const }
    const document = meant.document ?? usualDocument(detection)
    return { kind, input, cost: costOf(options, { steps, page, document, freePerCapture }) }
  }
  return { page, options, plan }
}

/** The page is the capture's. `plan` checks whether the capture exists, once the file's owner and state are known. */
async function askRender(
  ctx: Context,
  request: StepRequest,
  options: RenderOptions,
): Promise<Asked<'rectify'>> {
  const { ownerId, ingestionId } = request
  const named = await findStep(ctx.db, options.render_of)
  const own = named?.ownerId === ownerId && named.ingestionId === ingestionId
  const plan = async (tx: Conn, ingestion: Ingestion) => {
    const steps = await listSteps(tx, ingestion.id)
    const capture = captureOf(steps, options.render_of)
    const cost = renderCost(capture, steps, ctx.config.limits.renderingsPerCapture)
    return { kind: 'rectify' as const, input: renderInput(capture, options), cost }
  }
  return { page: chosenPage(request.page, own ? named.page : undefined), options, plan }
}

type Addition = { readonly request: StepRequest; readonly asked: Asked }

async function planStep(ctx: Context, tx: Conn, { request, asked }: Addition): Promise<string> {
  const { kind, ownerId, requestId, standing, callbackUrl, bulk } = request
  const { page, plan } = asked
  const found = await lockOwnIngestion(tx, request.ingestionId, ownerOf(request))
  const ingestion = bulk && found && isBeingRead(found) ? found : usable(found, page)
  await boundFile(ctx, tx, ingestion)
  return addStep(ctx, tx, {
    ingestionId: ingestion.id,
    ownerId,
    page,
    lane: laneIn(bulk !== undefined, laneOf(kind, { ...ingestion, page: pageInfo(ingestion, page) })),
    ...bulk,
    requestId,
    callbackUrl,
    networks: networksToCount(standing),
    key: request.key ?? null,
    ...(await plan(tx, ingestion)),
  })
}

/** What is asked of it now waits for that, as what comes with an upload does. */
function isBeingRead(ingestion: Ingestion): boolean {
  const { kind, state } = ingestion
  return kind === 'file' && state === 'received' && !isExpired(ingestion, new Date())
}

async function boundFile(ctx: Context, tx: Conn, { id }: Ingestion): Promise<void> {
  const { stepsPerFileMax } = ctx.config.limits
  if ((await countSteps(tx, id)) >= stepsPerFileMax)
    throw new Problem('file_used_up', { steps: stepsPerFileMax })
}

function usable(ingestion: Ingestion | null, page: number): Ingestion {
  if (ingestion?.kind !== 'file') throw new Problem('not_found')
  if (isExpired(ingestion, new Date())) throw new Problem('expired')
  if (ingestion.state === 'failed') throw new Problem('unreadable_file')
  if (ingestion.state === 'received' || ingestion.state === 'receiving')
    throw new Problem('file_not_ready', {}, { retryAfterS: 1 })
  if (!pageInfo(ingestion, page)) throw Problem.of(pageMissing(ingestion, page))
  return ingestion
}
