import type { StepKind } from '@equerre/contract/detourage'
import { noteFacts, type Answer } from '@equerre/platform/http'
import type { Request, Response } from 'express'
import type { Context } from '../context.ts'
import type { StepAnswer } from '../core/answer.ts'
import { awaitStep } from '../flow/await-step.ts'
import type { AcceptedStep } from '../flow/replay-key.ts'
import { signedIf, type Asked } from './signed-reply.ts'
import { ownerOf, type Visitor } from './visitor.ts'

/**
 * `defaultSeconds`: how long to wait if the client does not say; if absent, as long as allowed. `byId`: the client named an
 * existing step, which must therefore be its own, and of this `kind` if there is one.
 */
type FollowedStep = AcceptedStep & {
  readonly defaultSeconds?: number
  readonly byId?: true
  readonly kind?: StepKind | undefined
}
type Visit = {
  readonly visitor: Visitor
  readonly request: Request
  readonly response: Response
  /** Whether the addresses in the answer are to be signed. */
  readonly query: Asked
}

/** Answers with a step as the client prefers: 200 if it ends in time, otherwise 202 with the address to poll. */
export async function replyWithStep(
  ctx: Context,
  accepted: FollowedStep,
  visit: Visit,
): Promise<Answer<StepAnswer['body']>> {
  const { visitor, request, response, query } = visit
  const { waitSecondsMax } = ctx.config.limits
  const preference = readPreference(request.get('Prefer'), waitSecondsMax)
  const seconds = preference?.seconds ?? Math.min(accepted.defaultSeconds ?? Infinity, waitSecondsMax)
  response.vary('Prefer')
  const which = {
    stepId: accepted.stepId,
    onlyFor: accepted.byId ? ownerOf(visitor) : null,
    kind: accepted.kind,
  }
  noteFacts(response, { stepId: accepted.stepId })
  const plain = await awaitStep(ctx, which, {
    seconds,
    clientGone: hangUp(response),
    requestsPerMinute: visitor.ceilings.requestsPerMinute,
  })
  const answer = signedIf(ctx, query, plain)
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(preference ? { 'Preference-Applied': preference.applied } : {}),
      ...(accepted.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
    },
  }
}

/** `Prefer: respond-async` and `wait=n` (RFC 7240), as far as it is applied; other preferences are ignored, as required. */
function readPreference(
  header: string | undefined,
  most: number,
): { seconds: number; applied: string } | null {
  if (header === undefined) return null
  const wait = /(?:^|[,;\s])wait\s*=\s*(\d{1,4})/i.exec(header)?.[1]
  if (wait !== undefined) {
    const seconds = Math.min(Number(wait), most)
    return { seconds, applied: `wait=${seconds}` }
  }
  return /(?:^|[,;\s])respond-async\b/i.test(header) ? { seconds: 0, applied: 'respond-async' } : null
}

function hangUp(response: Response): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}
