import { isSessionEnd } from '../../api/client.ts'
import type { PageAddress, RectifyReply, StepAnswer, StepRequest } from '../../api/steps.ts'
import type { Options } from '../intake/options.ts'
import type { Failure, Job } from '../job.ts'
import { renderRequest } from './look.ts'
import type { Look, RenderRequest, Wanted } from './look.ts'
import type { RenderingEvent } from './rendered.ts'

/** What the renderer depends on. */
export type RendererPorts = {
  readonly jobs: () => readonly Job[]
  readonly dispatch: (event: RenderingEvent) => void
  readonly rectify: (
    page: PageAddress,
    options: RenderRequest,
    request: StepRequest,
  ) => Promise<StepAnswer<RectifyReply>>
  /** Credits for one more rendering of a card. */
  readonly cost: (job: Job) => 0 | 1
  /** Runs `work` once the picture is fetched, so that a card can show it immediately. */
  readonly withPicture: (path: string | null, work: () => void) => Promise<void>
  readonly noteCredits: (credits: number) => void
  readonly explain: (error: unknown) => Failure
  readonly withLock: (id: string, work: () => Promise<void>) => Promise<void>
  /** Pages rendered at the same time. */
  readonly pace: () => number
  /** Options for pages whose own are not known. */
  readonly options: () => Options
  /** A short pause, to combine several presses into one rendering. */
  readonly rest: () => Promise<void>
}

type Renderer = {
  /** Starts work on every card that wants another look. Safe to call at any time. */
  readonly wake: () => void
  /** Resolves when none of these cards wants another look any more, whether or not it was made. */
  readonly settle: (ids: readonly string[]) => Promise<void>
  readonly abort: (id: string) => void
}

/** Renders finished pages again, independently of the runner. */
export function createRenderer(ports: RendererPorts): Renderer {
  const busy = new Map<string, { readonly stop: AbortController; readonly work: Promise<void> }>()

  function wake(): void {
    for (const { id, wanted } of ports.jobs()) {
      if (busy.size >= ports.pace()) return
      if (wanted === null || busy.has(id)) continue
      const stop = new AbortController()
      busy.set(id, { stop, work: carry(id, stop.signal) })
    }
  }

  async function carry(id: string, signal: AbortSignal): Promise<void> {
    await ports.rest()
    await ports.withLock(id, async () => {
      for (let job = find(id); isWanting(job) && !signal.aborted; job = find(id))
        await render(ports, job, signal)
    })
    busy.delete(id)
    wake()
  }

  const find = (id: string) => ports.jobs().find((job) => job.id === id)

  return {
    wake,
    async settle(ids) {
      const isOpen = () => ports.jobs().some(({ id, wanted }) => wanted !== null && ids.includes(id))
      while (busy.size > 0 && isOpen()) await Promise.race([...busy.values()].map(({ work }) => work))
    },
    abort: (id) => {
      for (const [jobId, { stop }] of busy) if (jobId === id || jobId.startsWith(`${id}-p`)) stop.abort()
    },
  }
}

type Wanting = Job & { readonly wanted: Wanted }

function isWanting(job: Job | undefined): job is Wanting {
  return job !== undefined && job.wanted !== null
}

async function render(ports: RendererPorts, job: Wanting, signal: AbortSignal): Promise<void> {
  const { id, wanted, rectify } = job
  // Another device may have used up the free ones.
  if (rectify === null || (ports.cost(job) > 0 && !wanted.agreed))
    return ports.dispatch({ type: 'wanted', id, look: null })
  const request = { signal, idempotencyKey: keyOf(job, wanted) }
  const page = { ingestionId: rectify.ingestion_id, page: job.page }
  try {
    const answer = await ports.rectify(page, renderRequest(job, wanted, ports.options()), request)
    const { reply, creditsCharged: charged, creditsLeft } = answer
    if (creditsLeft !== null) ports.noteCredits(creditsLeft)
    await ports.withPicture(reply.artifacts.thumb_path, () =>
      ports.dispatch({ type: 'rendered', id, of: rectify.id, look: wanted, reply, charged }),
    )
  } catch (error) {
    if (isSessionEnd(error)) ports.dispatch({ type: 'wanted', id, look: null })
    else if (!signal.aborted) ports.dispatch({ type: 'notRendered', id, failure: ports.explain(error) })
  }
}

/** The same for the same rendering, so that repeating it after a lost answer neither makes nor counts it twice. */
function keyOf({ id, renderings }: Job, { filter, relighting, turn, flatten, text }: Look): string {
  const also = `${flatten === 'off' ? '-curved' : ''}${text === true ? '-text' : ''}`
  return `${id}-render-${renderings}-${filter}-${relighting ? 'lit' : 'plain'}-${turn}${also}`
}
