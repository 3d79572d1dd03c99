import { oneShot, type RectifyReply } from '@equerre/contract/detourage'
import { isInDoubt } from '@equerre/contract/doubt'
import { Problem } from '@equerre/contract/problems'
import type { Answer, Sent } from '@equerre/platform/http'
import type { Response, Router } from 'express'
import type { Context } from '../context.ts'
import type { StepAnswer } from '../core/answer.ts'
import { acceptOneShot } from '../flow/accept-one-shot.ts'
import { readArtifact } from '../flow/read-artifact.ts'
import { open } from './door.ts'
import { sendArtifact } from './send-artifact.ts'
import { replyWithStep } from './step-reply.ts'
import { sourceOf, uploaderOf } from './uploaded-file.ts'

export function mountOneShot(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: oneShot,
    handle: async (visit) => {
      const { visitor, request, response, body } = visit
      const { url, password, callback_url: callback, ...form } = body
      const accepted = await acceptOneShot(ctx, uploaderOf(visitor), {
        source: sourceOf(request, url),
        form: { ...form, accepts: (mimes) => request.accepts(mimes) },
        password,
        callback,
      })
      const answer = await replyWithStep(ctx, accepted, visit)
      return accepted.file && answer.status === 200 ? pageItself(ctx, answer, response) : answer
    },
  })
}

/** The straightened page instead of its description, whose most important facts go into headers. */
async function pageItself(
  ctx: Context,
  { headers, body }: Answer<StepAnswer['body']>,
  response: Response,
): Promise<Sent> {
  const reply = body as RectifyReply
  const { ingestion_id: ingestionId, artifacts, status, confidence } = reply
  const path = artifacts.warped_path
  if (path === null) throw new Problem(isInDoubt(reply) ? 'document_uncertain' : 'nothing_found')
  // It may be signed, for whoever reads the header.
  const [unsigned = ''] = path.split('?')
  const file = unsigned.slice(unsigned.lastIndexOf('/') + 1)
  // Also where the storage fails now: the page has been made and paid for, and can be fetched there later.
  response.set({
    ...headers,
    'Content-Location': path,
    'X-Status': status,
    'X-Confidence': String(confidence),
  })
  const artifact = await readArtifact(ctx, { ingestionId, file, onlyFor: null })
  return { send: () => sendArtifact(artifact, response) }
}
