import type { Corners, PageInfo, AskedKind } from '@equerre/contract/detourage'
import { HttpError, isSessionEnd, UnreachableError } from '../api/client.ts'
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
import { namedDocument } from './documents.ts'
import { isFolder, isReady, pagesOf, runningStep } from './job.ts'
import type { Failure, Job } from './job.ts'
import { allowedDpi, type Options, type Settings } from './intake/options.ts'
import type { JobEvent } from './reducer.ts'

export type PagesQuestion = {
  readonly name: string
  /** The file's. */
  readonly type: Job['kind']
  readonly pages: readonly PageInfo[]
  readonly credits: number
}

type RectifyRequest = Options & { readonly corners?: Corners; readonly document?: number }

/** The runner's dependencies: the cards, the service, a clock, and questions to the user. */
export type RunnerPorts = {
  readonly jobs: () => readonly Job[]
  readonly dispatch: (event: JobEvent) => void
  readonly fileOf: (id: string) => Promise<File | undefined>
  /** What was typed to open the file, for one try. */
  readonly takePassword: (id: string) => string | undefined
  readonly ingest: (file: File, request: IngestRequest) => Promise<StepAnswer<IngestReply>>
  readonly detect: (page: PageAddress, request: StepRequest) => Promise<StepAnswer<DetectReply>>
  readonly rectify: (
    page: PageAddress,
    options: RectifyRequest,
    request: StepRequest,
  ) => Promise<StepAnswer<RectifyReply>>
  readonly settings: () => Settings
  /** Whether the service can be reached. Where it cannot no card is begun; `wake` is called once it can. */
  readonly online: () => boolean
  /** Erases the service's copy of a file whose card was removed during the upload. */
  readonly erase: (ingestionId: string) => Promise<void>
  /** The balance last seen by the page, or null. */
  readonly credits: () => number | null
  readonly noteCredits: (credits: number) => void
  readonly refreshCredits: () => Promise<number>
  /** Asks which pages of a PDF to straighten, counted from 1; called only when the user must choose. */
  readonly askPages: (question: PagesQuestion) => Promise<readonly number[]>
  /** Runs `work` on a card while no other tab can, starting from the state the last tab left. */
  readonly withLock: (id: string, work: () => Promise<void>) => Promise<void>
  readonly nowMs: () => number
}

type Runner = {
  /** Runs until no card is ready, at the concurrency in the settings. Safe to call at any time. */
  readonly wake: () => Promise<void>
  /** Aborts the running step of this job or of its pages. */
  readonly abort: (id: string) => void
  /** Asks which pages of a PDF to straighten, however few it has. */
  readonly choosePages: (id: string) => Promise<void>
}

/** A PDF with more pages than this needs a confirmation, whatever the balance. */
const unconfirmedPagesMax = 20

/** Processes the cards in order, each to its end before its slot is reused; the settings give the slots. */
export function createRunner(ports: RunnerPorts): Runner {
  const running = new Map<string, AbortController>()
  const busy = new Map<string, Promise<void>>()

  function fill(): void {
    while (ports.online() && busy.size < ports.settings().concurrency) {
      const job = next(ports, busy)
      if (job === undefined) return
      busy.set(job.id, runCard(job.id))
    }
  }

  async function runCard(id: string): Promise<void> {
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
      // Whose session has ended finds the card where it was once they sign in again.
      if (!controller.signal.aborted && !isSessionEnd(error))
        ports.dispatch({ type: 'failed', id: job.id, failure: explain(error) })
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
 * The first ready job that is not running. Each running one may still cost a credit, so no page starts that the
 * balance might not cover; without credits it is held instead. A detected page continues: it may already be paid.
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

/** A running step. */
type Work = {
  readonly job: Job
  readonly request: StepRequest
  /** Time since it started. */
  readonly tookMs: () => number
}

const work: { readonly [Kind in AskedKind]: (ports: RunnerPorts, work: Work) => Promise<void> } = {
  async ingest(ports, { job: { id }, request, tookMs }) {
    const file = await ports.fileOf(id)
    if (file === undefined) throw new Error(camscanWords.job.lost)
    const onProgress = (ratio: number) => ports.dispatch({ type: 'progressed', id, ratio })
    const onReceived = (ingestionId: string) => receive(ports, id, ingestionId)
    const { reply } = await ports.ingest(file, {
      ...request,
      password: ports.takePassword(id),
      onProgress,
      onReceived,
    })
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

function rectifyRequest(job: Job): RectifyRequest {
  const { options, corners } = job
  if (options === null) throw new Error('a rectify begins with its options')
  const dpi = allowedDpi(options.dpi, limits)
  const allowed = { ...options, dpi, ...namedDocument(job) }
  return corners === null ? allowed : { ...allowed, corners }
}

/** Notes the service's copy on its card, or erases the copy: without a card, nobody could. */
function receive(ports: RunnerPorts, id: string, ingestionId: string): void {
  if (ports.jobs().some((job) => job.id === id)) ports.dispatch({ type: 'received', id, ingestionId })
  else void ports.erase(ingestionId)
}

function pageAddress(job: Job): PageAddress {
  return { ingestionId: job.ingest?.ingestion_id ?? '', page: job.page }
}

/** Releases a PDF's chosen pages. Born-digital pages are straight already, so they never cost unasked. */
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

/** The pages the user chose, counted from 1; null for all, when there was no need to ask. */
async function chosenPages(
  { askPages, credits }: RunnerPorts,
  { name, kind: type, ingest }: Job,
  unaskedMax: number,
): Promise<readonly number[] | null> {
  const pages = ingest?.pages ?? []
  const simple = pages.length <= unaskedMax && pages.every(({ kind }) => kind !== 'digital')
  return simple ? null : askPages({ name, type, pages, credits: credits() ?? pages.length })
}

/** Why a call to the service failed. */
export function explain(error: unknown): Failure {
  if (error instanceof HttpError)
    return { text: error.message, final: isFinal(error), requestId: error.requestId, code: error.code }
  const text = error instanceof UnreachableError ? shellWords.unreachable : String((error as Error).message)
  return { text, final: false, requestId: null }
}

/** Client errors that are not final: an incomplete request (408), or one that meets itself in progress (409). */
const passingRefusals: readonly number[] = [408, 409]

/** Any other status may come from a proxy while the service is still working. */
function isFinal({ status }: HttpError): boolean {
  return status >= 400 && status < 500 && !passingRefusals.includes(status)
}
