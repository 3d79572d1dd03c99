import type { AssemblyRequest } from '@equerre/contract/assemblies'
import type { Principal } from '@equerre/contract/identity'
import { stepMessages, type AssembledPage } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { inTransaction } from '@equerre/platform/postgres'
import { sha256 } from '@equerre/platform/sha256'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { boundAssembly, madeOf, placePages, titleOf, type PlacedPage } from '../core/assembly-request.ts'
import { lineOf, networksToCount, type Standing } from '../core/fairness.ts'
import { laneIn } from '../core/lanes.ts'
import { canonicalRequest, keyScope } from '../core/idempotency.ts'
import { takesText, type Ingestion, type Owner, type Step } from '../core/step.ts'
import { lockOpenAssemblies } from '../store/dispatches.ts'
import { claimKey, completeKey } from '../store/idempotency.ts'
import { insertAssembly, lockOwnIngestions } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { countFailedReads, findSteps, listUnfinished } from '../store/steps.ts'
import { addStep } from './add-step.ts'
import { admitStep } from './admit-step.ts'
import { assertByteQuota, assertWorkQuota, countBytes, isWorkQuotaLeft } from './count-free-work.ts'
import { callbackOf } from './callback-of.ts'
import { dispatch } from './dispatch.ts'
import { holdOwner } from './hold-owner.ts'
import { replay, type AcceptedStep } from './replay-key.ts'
import { turnedAway } from './turn-away.ts'

export type AssemblyCall = {
  readonly principal: Principal
  readonly test: boolean
  readonly standing: Standing
  readonly asked: AssemblyRequest
  readonly idempotencyKey: string | undefined
  readonly requestId: string
  /** Of a batch, which may wait until that should have ended. */
  readonly bulk?: { readonly secondsLeft: number }
}

const route = 'assemble'
/** A page that could not be read so often goes without its text. */
const readingsMax = 3

/**
 * Accepts an assembly: one transaction checks its pages, writes the steps that read those that nobody has read, and the step
 * that waits for them. Costs nothing, so it is counted. The same idempotency key leads to the same assembly.
 * @throws Problem `not_found`, `expired`, `invalid_request`, `too_many_pages`, `idempotency_mismatch`, `rate_limited`,
 *   `unavailable`
 */
export async function requestAssembly(ctx: Context, call: AssemblyCall): Promise<AcceptedStep> {
  const { principal, standing, asked } = call
  // Beside a release that knows of no assemblies nothing is written for one.
  if (!ctx.config.READING) throw new Problem('unavailable', {}, { retryAfterS: 60 })
  callbackOf(ctx, principal, asked.callback_url)
  boundAssembly(asked, ctx.config.limits)
  const fingerprint = sha256(canonicalRequest(route, asked))
  const scope = keyScope(ownerOf(call), route, call.idempotencyKey)
  await admitStep(ctx, principal.id, standing)
  // Nobody is turned away because the lane is late: an assembly may wait.
  await assertWorkQuota(ctx, standing, stepMessages.assemble.lane)
  await assertByteQuota(ctx, principal.id, standing)
  const accepted = await inTransaction(ctx.db, async (tx) => {
    const earlier = scope && (await claimKey(tx, scope, fingerprint))
    if (earlier) return replay(earlier, fingerprint)
    await boundOwner(ctx, tx, call)
    const stepId = await planAssembly(ctx, tx, call)
    if (scope) await completeKey(tx, scope, { fingerprint, stepId })
    return { stepId, replayed: false }
  })
  if (accepted.replayed) return accepted
  await ctx.quotas.count('hour', subjectOf(principal), 1)
  await dispatch(ctx, lineOf({ ownerId: principal.id, networks: networksToCount(standing) }))
  return accepted
}

/**
 * Writes the steps of a batch's assembly, in the caller's transaction.
 * @returns the step's id
 * @throws Problem those of `requestAssembly` but for what bounds calls
 */
export async function addAssembly(ctx: Context, tx: Conn, call: AssemblyCall): Promise<string> {
  boundAssembly(call.asked, ctx.config.limits)
  await holdOwner(tx, call.principal)
  return planAssembly(ctx, tx, call)
}

/** @throws Problem `assemblies_in_flight`, `assemblies_spent` */
async function boundOwner(ctx: Context, tx: Conn, { principal, standing }: AssemblyCall): Promise<void> {
  const { assembliesInFlightMax, assembliesPerHour: most } = ctx.config.limits
  await holdOwner(tx, principal)
  if ((await lockOpenAssemblies(tx, principal.id)) >= assembliesInFlightMax) {
    const problem = new Problem('assemblies_in_flight', { most: assembliesInFlightMax }, { retryAfterS: 5 })
    throw turnedAway('waiting', standing.tier, problem)
  }
  const { used, secondsLeft } = await ctx.quotas.count('hour', subjectOf(principal), 0)
  if (used < most) return
  const spent = { most, minutes: Math.ceil(secondsLeft / 60) }
  throw turnedAway(
    'free quota',
    standing.tier,
    new Problem('assemblies_spent', spent, { retryAfterS: secondsLeft }),
  )
}

function subjectOf({ id }: Principal): string {
  return `assemblies ${id}`
}

async function planAssembly(ctx: Context, tx: Conn, call: AssemblyCall): Promise<string> {
  const { text, max_bytes: maxBytes = null, standard, compression, page_size: pageSize, layout } = call.asked
  const { files, placed } = await lockPages(tx, call)
  const reads = text ? await planReads(ctx, tx, { call, placed }) : new Map<string, string>()
  const pages = placed.map(({ page }) => {
    if (page.of === 'file') return page
    return { ...page, readId: text ? (reads.get(page.rectifyId) ?? page.readId) : null }
  })
  const id = randomUUID()
  const title = titleOf(call.asked, pages)
  const expiresAt = new Date(Math.min(...files.map((file) => file.expiresAt.getTime())))
  const holds = files.map((file) => file.id)
  await countBytes(ctx, call.principal.id, { standing: call.standing, bytes: copiedBytes(files, pages) })
  await insertAssembly(tx, { id, owner: ownerOf(call), name: `${title}.pdf`, expiresAt, holds })
  return addStep(ctx, tx, {
    ...commonOf(call),
    id,
    ingestionId: id,
    kind: 'assemble',
    callbackUrl: call.asked.callback_url,
    page: 1,
    input: { title, pages, standard, compression, maxBytes, pageSize, layout, reads: [...reads.values()] },
    lane: laneIn(call.bulk !== undefined, stepMessages.assemble.lane),
    deadlineSeconds: (call.bulk?.secondsLeft ?? 0) + ctx.config.limits.assemblySecondsMax,
  })
}

/** What is stored once more: whole PDFs, since their pages share what they are made of. */
function copiedBytes(files: readonly Ingestion[], pages: readonly AssembledPage[]): number {
  const copied = new Set(pages.flatMap((page) => (page.of === 'file' ? [page.ingestionId] : [])))
  return files.filter(({ id }) => copied.has(id)).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The pages, and the files that they are from, which are locked: none of them ends before the assembly is on record. */
async function lockPages(tx: Conn, { asked, principal, test }: AssemblyCall) {
  const rectifyIds = asked.pages.flatMap((page) => ('rectify_id' in page ? [page.rectify_id] : []))
  const fileIds = asked.pages.flatMap((page) => ('rectify_id' in page ? [] : [page.ingestion_id]))
  const named = (await findSteps(tx, rectifyIds)).map(({ ingestionId }) => ingestionId)
  const files = await lockOwnIngestions(tx, [...new Set([...fileIds, ...named])], { id: principal.id, test })
  const rectified = new Map((await findSteps(tx, rectifyIds)).map((step) => [step.id, step]))
  return {
    files: [...files.values()],
    placed: placePages(asked.pages, { files, rectified, now: new Date() }),
  }
}

type Unplanned = { readonly call: AssemblyCall; readonly placed: readonly PlacedPage[] }

/** @returns the steps that read pages of this assembly, new or under way already, by the page's rectify */
async function planReads(ctx: Context, tx: Conn, { call, placed }: Unplanned): Promise<Map<string, string>> {
  const unread = new Map(placed.flatMap(({ unread: step }) => (step ? [[step.id, step] as const] : [])))
  const files = [...new Set([...unread.values()].map(({ ingestionId }) => ingestionId))]
  const underWay = files.length === 0 ? [] : await listUnfinished(tx, files)
  const reads = new Map(underWay.filter(isRead).map((step) => [step.input.rectifyId, step.id]))
  const networks = networksToCount(call.standing)
  const lane = laneIn(call.bulk !== undefined, stepMessages.read.lane)
  const isLeft = await isWorkQuotaLeft(ctx, { lane, networks })
  const failures = await countFailedReads(tx, files)
  for (const step of unread.values()) {
    const { id, ingestionId, page, input } = step
    if (reads.has(id) || !isLeft || (failures.get(id) ?? 0) >= readingsMax) continue
    const read = await addStep(ctx, tx, {
      ...commonOf(call),
      ingestionId,
      kind: 'read',
      page,
      input: {
        rectifyId: id,
        searchable: takesText(step),
        // Read where the page was left to be read; otherwise the page itself is, but for its watermark.
        ...(!input.watermark && { made: madeOf(step) }),
      },
      lane,
      // Many are read one after another; those that are not read in time leave the assembly as much for itself.
      deadlineSeconds: (call.bulk?.secondsLeft ?? 0) + ctx.config.limits.assemblySecondsMax / 2,
    })
    reads.set(id, read)
  }
  return new Map([...reads].filter(([rectifyId]) => unread.has(rectifyId)))
}

function isRead(step: Step): step is Step<'read'> {
  return step.kind === 'read'
}

function commonOf({ principal, requestId, standing }: AssemblyCall) {
  return { ownerId: principal.id, cost: 0 as const, requestId, networks: networksToCount(standing) }
}

function ownerOf({ principal, test }: AssemblyCall): Owner {
  return { id: principal.id, test }
}
