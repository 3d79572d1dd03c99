import type {
  detect as detectEndpoint,
  ingest as ingestEndpoint,
  rectify as rectifyEndpoint,
} from '@equerre/contract/detourage'
import type { RectifyOptions, StepKind } from '@equerre/contract/detourage'
import type { ReplyOf } from '@equerre/contract/endpoint'
import { call, get, HttpError, retryAfterMs, UnreachableError } from './client.ts'
import { upload } from './upload.ts'

export type IngestReply = ReplyOf<typeof ingestEndpoint>
export type DetectReply = ReplyOf<typeof detectEndpoint>
export type RectifyReply = ReplyOf<typeof rectifyEndpoint>

/** The final answer of a step, what it cost and the balance that it announced; null where the service said nothing. */
export type StepAnswer<Reply> = {
  readonly reply: Reply
  readonly creditsCharged: number | null
  readonly creditsLeft: number | null
}

export type StepRequest = {
  readonly signal: AbortSignal
  /** The same key asks for the same work: a repetition after a lost answer is not paid twice. */
  readonly idempotencyKey: string
}

export type IngestRequest = StepRequest & {
  /** Called with the sent part of the file, 0 to 1. */
  readonly onProgress: (ratio: number) => void
  /** Called once the service says what it calls the file; after an abort too, where the file had arrived already. */
  readonly onReceived: (ingestionId: string) => void
}

export type PageAddress = { readonly ingestionId: string; readonly page: number }

const pollIntervalMs = 1000
/** The server holds a poll this long when nothing has happened, so that a card turns as soon as its step ends. */
const pollWaitS = 10
/** A step lives at most 15 minutes on the server; beyond that the network is at fault, not the step. */
const failedPollsMax = 60
/** What a proxy says while the service behind it is away: no verdict about a job either. */
const unavailableStatuses: readonly number[] = [502, 503, 504]

export async function ingest(
  file: File,
  { signal, idempotencyKey, onProgress, onReceived }: IngestRequest,
): Promise<StepAnswer<IngestReply>> {
  const headers = { 'Idempotency-Key': idempotencyKey }
  const send = async () => {
    const response = await upload(file, { signal, onProgress, headers })
    // A 202 and a 200 name the ingestion alike.
    const { ingestion_id } = (await response.clone().json()) as Pick<IngestReply, 'ingestion_id'>
    onReceived(ingestion_id)
    return response
  }
  return settle(await retryWhileBusy(() => unlessAborted(send(), signal), signal), signal)
}

export async function detect(address: PageAddress, request: StepRequest): Promise<StepAnswer<DetectReply>> {
  return runStep('detect', pageForm(address), request)
}

export async function rectify(
  address: PageAddress,
  options: Partial<RectifyOptions>,
  request: StepRequest,
): Promise<StepAnswer<RectifyReply>> {
  const form = pageForm(address)
  form.append('options', JSON.stringify(options))
  return runStep('rectify', form, request)
}

/** Erases a file and everything made from it on the server. One that is gone already counts as erased. */
export async function deleteIngestion(id: string): Promise<void> {
  // As patient as the rest: a large batch that is cleared away must not be left on the server.
  const never = new AbortController().signal
  await retryWhileBusy(() => call('deleteIngestion', { id }), never).catch((error: unknown) => {
    if (!(error instanceof HttpError && (error.status === 404 || error.status === 410))) throw error
  })
}

function pageForm({ ingestionId, page }: PageAddress): FormData {
  const form = new FormData()
  form.append('ingestion_id', ingestionId)
  form.append('page', String(page))
  return form
}

async function runStep<Reply>(
  name: Exclude<StepKind, 'ingest'>,
  body: FormData,
  { signal, idempotencyKey }: StepRequest,
): Promise<StepAnswer<Reply>> {
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey }
  return settle(await retryWhileBusy(() => call(name, { body, headers, signal }), signal), signal)
}

/** Follows a 202 to its end. A 200 is the end already; the job's own 200 repeats body and headers of the call's. */
async function settle<Reply>(first: Response, signal: AbortSignal): Promise<StepAnswer<Reply>> {
  let response = first
  while (response.status === 202) {
    const location = response.headers.get('location')
    if (location === null) throw new HttpError(202, await response.text())
    response = await poll(location, signal)
    if (response.status === 202) await pause(retryAfterMs(response) ?? pollIntervalMs, signal)
  }
  const amount = (header: string) => {
    const text = response.headers.get(header)
    return text === null ? null : Number(text)
  }
  return {
    reply: (await response.json()) as Reply,
    creditsCharged: amount('x-credits-charged'),
    creditsLeft: amount('x-credits-remaining'),
  }
}

/** One look at a job. A cut line is no verdict about the job, nor is a service that is away: look again. */
async function poll(location: string, signal: AbortSignal): Promise<Response> {
  const headers = { Prefer: `wait=${pollWaitS}` }
  for (let unreachable = 0; ; unreachable++) {
    try {
      return await retryWhileBusy(() => get(location, { signal, headers }), signal)
    } catch (error) {
      if (!isUnavailable(error) || unreachable >= failedPollsMax) throw error
      await pause(pollIntervalMs, signal)
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof UnreachableError ||
    (error instanceof HttpError && unavailableStatuses.includes(error.status))
  )
}

/**
 * Asks again, as often and as late as the service wants, while it answers « too many requests »: a large batch is no
 * failure. Nor is a browser that knows itself without a network: it waits for one.
 */
async function retryWhileBusy(ask: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const busy = error instanceof HttpError && error.status === 429
      const cutOff = error instanceof UnreachableError && !navigator.onLine
      if (!busy && !cutOff) throw error
      await pause((busy && error.retryAfterMs) || pollIntervalMs, signal)
    }
  }
}

/** The caller's wait ends with its signal; the work itself may go on. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', abort)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const abort = () => {
      clearTimeout(timer)
      reject(new DOMException('aborted', 'AbortError'))
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
