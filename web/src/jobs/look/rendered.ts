import type { RectifyReply } from '../../api/steps.ts'
import type { Failure, Job } from '../job.ts'
import { madeLook, sameLook, turnedBy } from './look.ts'
import type { Look, Wanted } from './look.ts'

/** What happens to a card while its page is rendered again. The previous rendering stays until there is a new one. */
export type RenderingEvent =
  | { readonly type: 'wanted'; readonly id: string; readonly look: Wanted | null }
  | {
      readonly type: 'rendered'
      readonly id: string
      /** The rectify that the card showed when this was asked for. */
      readonly of: string
      readonly look: Look
      readonly reply: RectifyReply
      readonly charged: number | null
    }
  | { readonly type: 'notRendered'; readonly id: string; readonly failure: Failure }

export function renderingEvent(job: Job, event: RenderingEvent): Job {
  switch (event.type) {
    case 'wanted':
      return wanted(job, event.look)
    case 'rendered':
      return rendered(job, event)
    case 'notRendered':
      return notRendered(job, event.failure)
  }
}

function wanted(job: Job, look: Wanted | null): Job {
  const made = madeLook(job)
  return { ...job, wanted: look && made && !sameLook(look, made) ? look : null, renderFailure: null }
}

/** A late answer is ignored if the page has been corrected in the meantime. */
function rendered(job: Job, event: Extract<RenderingEvent, { readonly type: 'rendered' }>): Job {
  const { of, look, reply } = event
  if (job.status !== 'done' || job.rectify?.id !== of) return job
  return {
    ...job,
    ...counts(job, event.charged === 1 ? reply.corners : null),
    rectify: reply,
    options: job.options && {
      ...job.options,
      filter: reply.filter,
      relighting: reply.relighting,
      flatten: reply.flatten === 'off' ? 'off' : undefined,
    },
    corners: job.corners && reply.corners,
    wanted: further(job.wanted, look, reply),
  }
}

/** A rendering that was paid for is a capture itself, with free renderings of its own. */
function counts(
  { rectify, paid, corrections, captured, renderings, freeRenderings }: Job,
  charged: RectifyReply['corners'] | null,
) {
  const ended = { paid, corrections, captured, freeRenderings, renderings: renderings + 1 }
  if (charged) return { ...ended, paid: paid + 1, captured: [...captured, charged], freeRenderings: 0 }
  if (rectify?.capture_id === null) return { ...ended, corrections: corrections + 1 }
  return { ...ended, freeRenderings: freeRenderings + 1 }
}

/** What is still wanted after an answer; turns count from the page as it is now. */
function further(now: Wanted | null, asked: Look, { turn }: RectifyReply): Wanted | null {
  if (now === null || sameLook(now, asked)) return null
  return { ...now, turn: turnedBy(now.turn, turn - asked.turn) }
}

/** After a refusal, the next try is a new request; after any other failure it repeats this one, which may have succeeded. */
function notRendered(job: Job, failure: Failure): Job {
  return {
    ...job,
    wanted: null,
    renderFailure: failure,
    renderings: job.renderings + (failure.final ? 1 : 0),
  }
}
