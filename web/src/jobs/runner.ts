import { HttpError, UnreachableError } from '../api/client.ts'
import type {
  DetectReply,
  IngestReply,
  IngestRequest,
  PageAddress,
  RectifyReply,
  StepAnswer,
  StepRequest,
} from '../api/steps.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { fr } from '../messages.fr.ts'
import { isFolder, isReady, pagesOf } from './job.ts'
import type { Failure, Job } from './job.ts'
import type { JobEvent } from './reducer.ts'

/** What the runner needs of the world: the cards, the service, a clock, and a person to ask. */
export type RunnerPorts = {
  readonly jobs: () => readonly Job[]
  readonly dispatch: (event: JobEvent) => void
  readonly fileOf: (id: string) => File | undefined
  readonly ingest: (file: File, request: IngestRequest) => Promise<StepAnswer<IngestReply>>
  readonly detect: (page: PageAddress, request: StepRequest) => Promise<StepAnswer<DetectReply>>
  readonly rectify: (page: PageAddress, request: StepRequest) => Promise<StepAnswer<RectifyReply>>
  /** Erases the service's copy of a file whose card went away while it arrived. */
  readonly erase: (ingestionId: string) => Promise<void>
  /** The balance that the page knows, or null. */
  readonly credits: () => number | null
  readonly noteCredits: (credits: number) => void
  readonly refreshCredits: () => Promise<number>
  /** How many pages of a PDF to straighten; asked only when the price needs a word. */
  readonly askPages: (question: { name: string; pages: number; credits: number }) => Promise<number>
  readonly nowMs: () => number
}

type Runner = {
  /** Works until nothing is ready. Safe to call at any time; one worker at a time. */
  readonly wake: () => Promise<void>
  /** Stops the step that is at work for this job, or for a page of it. */
  readonly abort: (id: string) => void
}

/** A PDF that costs more than this is asked about first, whatever the balance. */
const unaskedPagesMax = 20

/** Works through the cards one after another, in order: a job is finished before the next one begins. */
export function createRunner(ports: RunnerPorts): Runner {
  const running = new Map<string, AbortController>()
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    for (let job = next(ports); job !== undefined; job = next(ports)) {
      const { id } = job
      for (let ready: Job | undefined = job; ready !== undefined; ready = readyJob(ports, id))
        await step(ready)
      await ports.refreshCredits()
    }
  }

  async function step(job: Job): Promise<void> {
    const controller = new AbortController()
    running.set(job.id, controller)
    ports.dispatch({ type: 'started', id: job.id })
    try {
      await runStep(ports, job, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) ports.dispatch({ type: 'failed', id: job.id, failure: explain(error) })
    } finally {
      running.delete(job.id)
    }
  }

  return {
    wake() {
      working ??= work().finally(() => (working = null))
      return working
    },
    abort(id) {
      for (const [jobId, controller] of running) {
        if (jobId === id || jobId.startsWith(`${id}-p`)) controller.abort()
      }
    },
  }
}

function readyJob(ports: RunnerPorts, id: string): Job | undefined {
  return ports.jobs().find((job) => job.id === id && isReady(job))
}

/** The first ready job. Without credits no new page begins, it is held instead; one that was detected already goes on, for it may be paid. */
function next(ports: RunnerPorts): Job | undefined {
  const ready = ports.jobs().filter(isReady)
  const credits = ports.credits()
  if (credits === null || credits > 0) return ready[0]
  const fresh = ready.filter(({ status }) => status !== 'detected')
  if (fresh.length > 0) ports.dispatch({ type: 'held', ids: fresh.map(({ id }) => id) })
  return ready.find(({ status }) => status === 'detected')
}

async function runStep(ports: RunnerPorts, job: Job, signal: AbortSignal): Promise<void> {
  const startMs = ports.nowMs()
  const tookMs = () => ports.nowMs() - startMs
  const request = (name: string): StepRequest => ({
    signal,
    idempotencyKey: `${job.id}-${name}-${job.attempt}`,
  })
  if (job.status === 'queued') {
    const file = ports.fileOf(job.id)
    if (file === undefined) throw new Error(frCamscan.job.lost)
    const onProgress = (ratio: number) => ports.dispatch({ type: 'progressed', id: job.id, ratio })
    const onReceived = (ingestionId: string) => receive(ports, job.id, ingestionId)
    const { reply } = await ports.ingest(file, { ...request('ingest'), onProgress, onReceived })
    ports.dispatch({ type: 'ingested', id: job.id, reply, tookMs: tookMs() })
    await agreeOnPages(ports, job.id)
  } else if (job.status === 'ingested') {
    const { reply } = await ports.detect(pageAddress(job), request('detect'))
    ports.dispatch({ type: 'detected', id: job.id, reply, tookMs: tookMs() })
  } else {
    const { reply, creditsLeft } = await ports.rectify(pageAddress(job), request('rectify'))
    if (creditsLeft !== null) ports.noteCredits(creditsLeft)
    ports.dispatch({ type: 'rectified', id: job.id, reply, tookMs: tookMs() })
  }
}

/** A copy on the service belongs to its card; without a card, nobody could ever ask to erase it. */
function receive(ports: RunnerPorts, id: string, ingestionId: string): void {
  if (ports.jobs().some((job) => job.id === id)) ports.dispatch({ type: 'received', id, ingestionId })
  else void ports.erase(ingestionId)
}

function pageAddress(job: Job): PageAddress {
  return { ingestionId: job.ingest?.ingestion_id ?? '', page: job.page }
}

/** The pages of a PDF begin held; those that are paid for by agreement are released. */
async function agreeOnPages(ports: RunnerPorts, id: string): Promise<void> {
  const folder = ports.jobs().find((job) => job.id === id)
  if (folder === undefined || !isFolder(folder)) return
  const { name, pages } = folder
  const credits = ports.credits() ?? pages
  if (credits <= 0) return
  const agreed =
    pages <= Math.min(credits, unaskedPagesMax) ? pages : await ports.askPages({ name, pages, credits })
  const ids = pagesOf(ports.jobs(), folder).slice(0, agreed)
  ports.dispatch({ type: 'released', ids: ids.map((page) => page.id) })
}

function explain(error: unknown): Failure {
  if (error instanceof HttpError)
    return { text: error.message, final: isFinal(error), requestId: error.requestId }
  const text = error instanceof UnreachableError ? fr.unreachable : String((error as Error).message)
  return { text, final: false, requestId: null }
}

/** Refusals that end nothing: a request that did not arrive whole, or that meets its own first half. */
const passingRefusals: readonly number[] = [408, 409]

/** Anything but a refusal may come from a proxy while the service is still at work. */
function isFinal({ status }: HttpError): boolean {
  return status >= 400 && status < 500 && !passingRefusals.includes(status)
}
