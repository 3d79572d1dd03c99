import type {
  detect as detectEndpoint,
  ingest as ingestEndpoint,
  rectify as rectifyEndpoint,
} from '@equerre/contract/detourage'
import type { RectifyOptions, RenderOptions, RunningJob, AskedKind } from '@equerre/contract/detourage'
import type { ReplyOf } from '@equerre/contract/endpoint'
import { call, get, HttpError, isGone, retryAfterMs, UnreachableError } from './client.ts'
import { pause, pollIntervalMs, retryWhileBusy } from './retry.ts'
import { upload } from './upload.ts'

export type IngestReply = ReplyOf<typeof ingestEndpoint>
export type DetectReply = ReplyOf<typeof detectEndpoint>
export type RectifyReply = ReplyOf<typeof rectifyEndpoint>

/** A step's final answer, its cost and the balance after it; null where the service did not say. */
export type StepAnswer<Reply> = {
  readonly reply: Reply
  readonly creditsCharged: number | null
  readonly creditsLeft: number | null
}

export type StepRequest = {
  readonly signal: AbortSignal
  /** The same key means the same work: a repeat after a lost answer is not charged twice. */
  readonly idempotencyKey: string
}

export type IngestRequest = StepRequest & {
  /** What opens a protected PDF. */
  readonly password?: string | undefined
  /** Called with the share of the file uploaded, 0 to 1. */
  readonly onProgress: (ratio: number) => void
  /** Called with the file's id once known; even after an abort if the file had already arrived. */
  readonly onReceived: (ingestionId: string) => void
}

export type PageAddress = { readonly ingestionId: string; readonly page: number }

/** Long polling: the server holds a poll up to this long, so that a card updates as soon as its step ends. */
const pollWaitS = 10
/** A step takes at most 15 minutes on the server; past these failures the network is to blame, not the step. */
const failedPollsMax = 60
/** A proxy's answers while the service behind it is down; they say nothing about a job. */
const unavailableStatuses: readonly number[] = [502, 503, 504]

export async function ingest(
  file: File,
  { signal, idempotencyKey, password, onProgress, onReceived }: IngestRequest,
): Promise<StepAnswer<IngestReply>> {
  const headers = { 'Idempotency-Key': idempotencyKey }
  const send = async () => {
    const response = await upload(file, { password, signal, onProgress, headers })
    // Both 202 and 200 give the ingestion id.
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
  options: Partial<RectifyOptions> | RenderOptions,
  request: StepRequest,
): Promise<StepAnswer<RectifyReply>> {
  const form = pageForm(address)
  form.append('options', JSON.stringify(options))
  return runStep('rectify', form, request)
}

/** Erases a file and everything made from it on the server. One already gone counts as erased. */
export async function deleteIngestion(id: string): Promise<void> {
  // Retries 429 as well: removing a large batch must leave nothing on the server.
  const never = new AbortController().signal
  await retryWhileBusy(() => call('deleteIngestion', { id }), never).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

function pageForm({ ingestionId, page }: PageAddress): FormData {
  const form = new FormData()
  form.append('ingestion_id', ingestionId)
  form.append('page', String(page))
  return form
}

async function runStep<Reply>(
  name: Exclude<AskedKind, 'ingest'>,
  body: FormData,
  { signal, idempotencyKey }: StepRequest,
): Promise<StepAnswer<Reply>> {
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey }
  return settle(await retryWhileBusy(() => call(name, { body, headers, signal }), signal), signal)
}

/** Polls a 202 to its answer. The job's final 200 has the body and headers that the call's own 200 would. */
export async function settle<Reply>(
  first: Response,
  signal: AbortSignal,
  onRunning: (job: RunningJob) => void = () => {},
): Promise<StepAnswer<Reply>> {
  let response = first
  while (response.status === 202) {
    onRunning((await response.clone().json()) as RunningJob)
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

/** Polls a job once, retrying lost connections and an unavailable service, which say nothing about the job. */
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

/** Rejects on abort; the work itself may continue. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
