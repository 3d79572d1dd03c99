import type { StepKind } from '@equerre/contract/detourage'
import { Problem } from '@equerre/contract/problems'
import { once } from 'node:events'
import type { Context } from '../context.ts'
import { stepAnswer, type StepAnswer } from '../core/answer.ts'
import { isExpired, isSettled, readsFirst, type Owner, type Step } from '../core/step.ts'
import { findIngestion } from '../store/ingestions.ts'
import { countEnded, findStep } from '../store/steps.ts'
import { pacePolls } from './pace-polls.ts'

/** Notices get lost when the listening connection breaks, so the row is polled too: seldom, since a crowd of waiters pays for it. */
const pollMs = 5_000

type Awaited = {
  readonly stepId: string
  readonly onlyFor: Owner | null
  readonly kind?: StepKind | undefined
}
type WaitOptions = {
  readonly seconds: number
  readonly clientGone: AbortSignal
  /** What the client may send, to tell it when to ask again. */
  readonly requestsPerMinute: number
}

/**
 * Waits for a step for as long as the client wants, then answers with its state.
 * @param which `kind`: the only kind that it may be of; `onlyFor`: the only owner who may see it; null for the caller who has just submitted it, since a guest's step may
 *   change owners while the guest waits
 * @throws Problem of a failed step; `not_found` when it is unknown, someone else's or was erased meanwhile
 */
export async function awaitStep(
  ctx: Context,
  { stepId, onlyFor, kind }: Awaited,
  patience: WaitOptions,
): Promise<StepAnswer> {
  const until = Date.now() + patience.seconds * 1_000
  const gone = AbortSignal.any([patience.clientGone, ctx.stopping.signal])
  for (;;) {
    const leftMs = until - Date.now()
    const turn = AbortSignal.any([gone, AbortSignal.timeout(Math.max(0, Math.min(pollMs, leftMs)))])
    // Listen before looking, so that an end in between is not missed.
    const woken = once(ctx.stepEnds, stepId, { signal: turn }).catch(() => {})
    const step = await findStep(ctx.db, stepId)
    if (!step || (onlyFor !== null && step.ownerId !== onlyFor.id)) throw missing(kind)
    if (kind !== undefined && step.kind !== kind) throw missing(kind)
    if (isSettled(step) || leftMs <= 0 || gone.aborted) return answer(ctx, step, { onlyFor, patience })
    await woken
  }
}

function missing(kind: StepKind | undefined): Problem {
  return new Problem(kind === 'assemble' ? 'assembly_missing' : 'not_found')
}

async function answer(
  ctx: Context,
  step: Step,
  { onlyFor, patience }: { onlyFor: Owner | null; patience: WaitOptions },
): Promise<StepAnswer> {
  const ingestion = await findIngestion(ctx.db, step.ingestionId)
  if (!ingestion || (onlyFor !== null && ingestion.test !== onlyFor.test)) throw new Problem('not_found')
  if (isExpired(ingestion, new Date())) throw new Problem('expired')
  if (isSettled(step)) return stepAnswer(step, ingestion)
  const { requestsPerMinute, seconds } = patience
  // The caller who has just submitted it will poll from now on, together with all the others that it has submitted.
  const waitedSeconds = onlyFor === null ? 0 : seconds
  const pollSeconds = await pacePolls(ctx, step, { requestsPerMinute, waitedSeconds })
  return stepAnswer(step, ingestion, { pollSeconds, ended: await countEnded(ctx.db, readsFirst(step)) })
}
