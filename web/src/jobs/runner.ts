import type { Corners, PageInfo, StepKind } from '@equerre/contract/detourage'
import { HttpError, UnreachableError } from '../api/client.ts'
import { limits } from '../api/page-facts.ts'
import type {
  DetectReply,
  IngestReply,
  IngestRequest,
  PageAddress,
  RectifyReply,
  StepAnswer,
  StepRequest,
} from '../api/steps.ts'
import { camscanWords } from '#words/camscan'
import { shellWords } from '#words/shell'
import { isFolder, isReady, pagesOf, runningStep } from './job.ts'
import type { Failure, Job } from './job.ts'
import { allowedDpi, type Options, type Settings } from './intake/options.ts'
import type { JobEvent } from './reducer.ts'

export type PagesQuestion = {
  readonly name: string
  readonly pages: readonly PageInfo[]
  readonly credits: number
}

type RectifyRequest = Options & { readonly corners?: Corners }

/** What the runner needs of the world: the cards, the service, a clock, and a person to ask. */
export type RunnerPorts = {
  readonly jobs: () => readonly Job[]
  readonly dispatch: (event: JobEvent) => void
  readonly fileOf: (id: string) => Promise<File | undefined>
  readonly ingest: (file: File, request: IngestRequest) => Promise<StepAnswer<IngestReply>>
  readonly detect: (page: PageAddress, request: StepRequest) => Promise<StepAnswer<DetectReply>>
  readonly rectify: (
    page: PageAddress,
    options: RectifyRequest,
    request: StepRequest,
  ) => Promise<StepAnswer<RectifyReply>>
  readonly settings: () => Settings
  /** Erases the service's copy of a file whose card went away while it arrived. */
  readonly erase: (ingestionId: string) => Promise<void>
  /** The balance that the page knows, or null. */
  readonly credits: () => number | null
  readonly noteCredits: (credits: number) => void
  readonly refreshCredits: () => Promise<number>
  /** Which pages of a PDF to straighten, counted from 1; asked only when the choice needs a word. */
  readonly askPages: (question: PagesQuestion) => Promise<readonly number[]>
  /** Does `work` on a card while no other tab works on it, and with the card as that tab left it. */
  readonly withLock: (id: string, work: () => Promise<void>) => Promise<void>
  readonly nowMs: () => number
}

type Runner = {
  /** Works until nothing is ready, on as many cards at a time as the settings say. Safe to call at any time. */
  readonly wake: () => Promise<void>
  /** Stops the step that is at work for this job, or for a page of it. */
  readonly abort: (id: string) => void
  /** Asks which pages of a PDF to straighten, however few they are. */
  readonly choosePages: (id: string) => Promise<void>
}

/** A PDF that costs more than this is asked about first, whatever the balance. */
const unconfirmedPagesMax = 20

/**
 * Works through the cards in order: a job is finished before its place is given to the next one. There is one place, or as
 * many as the settings say.
 */
export function createRunner(ports: RunnerPorts): Runner {
  const running = new Map<string, AbortController>()
  const busy = new Map<string, Promise<void>>()

  function fill(): void {
    while (busy.size < ports.settings().concurrency) {
      const job = next(ports, busy)
      if (job === undefined) return
      busy.set(job.id, carry(job.id))
    }
  }

  async function carry(id: string): Promise<void> {
    await ports.withLock(id, async () => {
      for (let ready = readyJob(ports, id); ready !== undefined; ready = readyJob(ports, id))
        await step(ready)
    })
    await ports.refreshCredits()
    busy.delete(id)
    fill()
  }

  async function step(job: Job): Promise<void> {
    const controller = new AbortController()
    running.set(job.id, controller)
    ports.dispatch({ type: 'started', id: job.id, options: ports.settings().options })
    try {
      const begun = ports.jobs().find(({ id }) => id === job.id) ?? job
      await runStep(ports, begun, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) ports.dispatch({ type: 'failed', id: job.id, failure: explain(error) })
    } finally {
      running.delete(job.id)
    }
  }

  return {
    async wake() {
      fill()
      while (busy.size > 0) await Promise.race(busy.values())
    },
    abort(id) {
      for (const [jobId, controller] of running) {
        if (jobId === id || jobId.startsWith(`${id}-p`)) controller.abort()
      }
    },
    choosePages: (id) => confirmPages(ports, id, 0),
  }
}

function readyJob(ports: RunnerPorts, id: string): Job | undefined {
  return ports.jobs().find((job) => job.id === id && isReady(job))
}

/**
 * The first ready job that has no place yet. Every busy one may still cost a credit, so no new page begins that could not be
 * paid; without credits it is held instead. One that was detected already goes on, for it may be paid.
 */
function next(ports: RunnerPorts, busy: ReadonlyMap<string, unknown>): Job | undefined {
  const ready = ports.jobs().filter((job) => isReady(job) && !busy.has(job.id))
  const credits = ports.credits()
  if (credits === null || credits > busy.size) return ready[0]
  const fresh = ready.filter(({ status }) => status !== 'detected')
  if (busy.size === 0 && fresh.length > 0)
    ports.dispatch({ type: 'held', ids: fresh.map(({ id }) => id), held: 'credits' })
  return ready.find(({ status }) => status === 'detected')
}

/** A step of a card that is at work. */
type Work = {
  readonly job: Job
  readonly request: StepRequest
  /** How long it has been at work. */
  readonly tookMs: () => number
}

const work: { readonly [Kind in StepKind]: (ports: RunnerPorts, work: Work) => Promise<void> } = {
  async ingest(ports, { job: { id }, request, tookMs }) {
    const file = await ports.fileOf(id)
    if (file === undefined) throw new Error(camscanWords.job.lost)
    const onProgress = (ratio: number) => ports.dispatch({ type: 'progressed', id, ratio })
    const onReceived = (ingestionId: string) => receive(ports, id, ingestionId)
    const { reply } = await ports.ingest(file, { ...request, onProgress, onReceived })
    ports.dispatch({ type: 'ingested', id, reply, tookMs: tookMs() })
    await confirmPages(ports, id)
  },
  async detect(ports, { job, request, tookMs }) {
    const { reply } = await ports.detect(pageAddress(job), request)
    ports.dispatch({ type: 'detected', id: job.id, reply, tookMs: tookMs() })
  },
  async rectify(ports, { job, request, tookMs }) {
    const answer = await ports.rectify(pageAddress(job), rectifyRequest(job), request)
    const { reply, creditsCharged: charged, creditsLeft } = answer
    if (creditsLeft !== null) ports.noteCredits(creditsLeft)
    ports.dispatch({ type: 'rectified', id: job.id, reply, tookMs: tookMs(), charged })
  },
}

async function runStep(ports: RunnerPorts, job: Job, signal: AbortSignal): Promise<void> {
  const kind = runningStep(job)
  if (kind === undefined) return
  const startMs = ports.nowMs()
  const request = { signal, idempotencyKey: `${job.id}-${kind}-${job.attempt}` }
  await work[kind](ports, { job, request, tookMs: () => ports.nowMs() - startMs })
}

function rectifyRequest({ options, corners }: Job): RectifyRequest {
  if (options === null) throw new Error('a rectify begins with its options')
  const allowed = { ...options, dpi: allowedDpi(options.dpi, limits) }
  return corners === null ? allowed : { ...allowed, corners }
}

/** A copy on the service belongs to its card; without a card, nobody could ever ask to erase it. */
function receive(ports: RunnerPorts, id: string, ingestionId: string): void {
  if (ports.jobs().some((job) => job.id === id)) ports.dispatch({ type: 'received', id, ingestionId })
  else void ports.erase(ingestionId)
}

function pageAddress(job: Job): PageAddress {
  return { ingestionId: job.ingest?.ingestion_id ?? '', page: job.page }
}

/** The pages of a PDF begin held; the chosen ones are released. Text that no camera saw is straight: nobody pays for it unasked. */
async function confirmPages(ports: RunnerPorts, id: string, unaskedMax = unconfirmedPagesMax): Promise<void> {
  const folder = ports.jobs().find((job) => job.id === id && isFolder(job))
  if (folder === undefined) return
  const credits = ports.credits() ?? folder.pages
  const chosen = credits > 0 ? await chosenPages(ports, folder, Math.min(credits, unaskedMax)) : null
  const ids = pagesOf(ports.jobs(), folder)
    .filter(({ page }) => chosen === null || chosen.includes(page))
    .map((page) => page.id)
  if (credits <= 0) ports.dispatch({ type: 'held', ids, held: 'credits' })
  ports.dispatch({ type: 'released', ids: credits <= 0 ? [id] : [id, ...ids] })
}

/** The pages that somebody chose, counted from 1; null, which is all, where the choice needs no word. */
async function chosenPages(
  { askPages, credits }: RunnerPorts,
  { name, ingest }: Job,
  unaskedMax: number,
): Promise<readonly number[] | null> {
  const pages = ingest?.pages ?? []
  const simple = pages.length <= unaskedMax && pages.every(({ kind }) => kind !== 'digital')
  return simple ? null : askPages({ name, pages, credits: credits() ?? pages.length })
}

function explain(error: unknown): Failure {
  if (error instanceof HttpError)
    return { text: error.message, final: isFinal(error), requestId: error.requestId }
  const text = error instanceof UnreachableError ? shellWords.unreachable : String((error as Error).message)
  return { text, final: false, requestId: null }
}

/** Refusals that end nothing: a request that did not arrive whole, or that meets its own first half. */
const passingRefusals: readonly number[] = [408, 409]

/** Anything but a refusal may come from a proxy while the service is still at work. */
function isFinal({ status }: HttpError): boolean {
  return status >= 400 && status < 500 && !passingRefusals.includes(status)
}
