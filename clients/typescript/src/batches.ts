import { addressOf } from './address.ts'
import {
  operations,
  type CreateBatchBody,
  type CreateBatchReply,
  type GetBatchResultsReply,
  type IngestReply,
} from './contract.ts'
import { jsonOf, retryAfterOf } from './errors.ts'
import type { Source } from './source.ts'
import { sleep, type CallOptions, type Transport } from './transport.ts'

export type Batch = CreateBatchReply
/** What became of an item; `result` is a straightened page, for `download`, `render`, `readText` and `assemble`. */
export type BatchResult = GetBatchResultsReply['items'][number]
/** An address, a file that was sent, or one that is sent first. */
export type BatchItem =
  CreateBatchBody['items'][number] | (Omit<Uploaded, 'ingestion_id'> & Upload & { readonly file: File })
export type BatchRequest = Omit<CreateBatchBody, 'items'> & { readonly items: readonly BatchItem[] }

type Uploaded = Extract<CreateBatchBody['items'][number], { ingestion_id: string }>
type File = Exclude<Source, URL>
type Upload = { readonly name?: string; readonly password?: string }
type Ingest = (file: File, upload: Upload, call: CallOptions) => Promise<IngestReply>
type Signal = Pick<CallOptions, 'signal'>

/** Files sent at once, before a batch begins. */
const uploadsAtOnce = 4
const pauseMaxS = 10

/** Up to 1,000 pages with the same options, straightened whenever the service has nothing else to do. For accounts. */
export class Batches {
  readonly #transport: Transport
  readonly #ingest: Ingest

  constructor(transport: Transport, ingest: Ingest) {
    this.#transport = transport
    this.#ingest = ingest
  }

  /** Begins a batch. Each page that is made costs 1 credit, when it is its turn. @throws EquerreError also for a `file` that is refused: nothing has begun then */
  async create({ items, ...rest }: BatchRequest, call: CallOptions = {}): Promise<Batch> {
    const { signal, idempotencyKey = crypto.randomUUID() } = call
    const sent: object[] = []
    while (sent.length < items.length) {
      const next = items.slice(sent.length, sent.length + uploadsAtOnce)
      const first = sent.length
      const keyOf = (place: number) => `${idempotencyKey}-${first + place}`
      const named = next.map((item, place) => this.#named(item, { signal, idempotencyKey: keyOf(place) }))
      sent.push(...(await Promise.all(named)))
    }
    const headers = { 'Idempotency-Key': idempotencyKey }
    const body = JSON.stringify({ ...rest, items: sent })
    return jsonOf(await this.#send('createBatch', { headers, body, signal }))
  }

  /** How far a batch is. */
  async get(batch: string | Batch, { signal }: Signal = {}): Promise<Batch> {
    return jsonOf(await this.#send('getBatch', { batch, signal }))
  }

  /** A batch once its last item and its last PDF have ended, also after `cancel`. @param onProgress is told how far it is, whenever it was asked for */
  async wait(
    batch: string | Batch,
    { signal, onProgress }: Signal & { readonly onProgress?: (batch: Batch) => void } = {},
  ): Promise<Batch> {
    for (let asked = 0; ; asked += 1) {
      const response = await this.#send('getBatch', { batch, signal })
      const now = await jsonOf<Batch>(response)
      onProgress?.(now)
      if (now.ended_at !== null) return now
      const pauseS = retryAfterOf(response) ?? Math.min(pauseMaxS, 1.5 ** asked)
      await sleep(pauseS * 1_000, signal)
    }
  }

  /** What became of each item, in their order; of those that have not ended, how far they are. @param sign_for seconds for which whoever has the addresses of the files may read them, without a key */
  async *results(
    batch: string | Batch,
    { signal, sign_for }: Signal & { readonly sign_for?: number } = {},
  ): AsyncGenerator<BatchResult, void> {
    for (let cursor: number | undefined; ;) {
      const query = { limit: 100, cursor, sign_for }
      const response = await this.#send('getBatchResults', { batch, query, signal })
      const page = await jsonOf<GetBatchResultsReply>(response)
      yield* page.items
      if (page.next_cursor === null) return
      cursor = page.next_cursor
    }
  }

  /** Cancels the items that nobody has begun to straighten. The others end as they would: `wait` tells when. */
  async cancel(batch: string | Batch, { signal }: Signal = {}): Promise<Batch> {
    return jsonOf(await this.#send('cancelBatch', { batch, signal }))
  }

  /** The pages made and the PDFs of the groups, as a zip: `blob()`, `arrayBuffer()`, `body`. */
  zip(batch: string | Batch, { signal }: Signal = {}): Promise<Response> {
    return this.#send('getBatchResults', { batch, headers: { Accept: 'application/zip' }, signal })
  }

  async #named(item: BatchItem, call: CallOptions): Promise<object> {
    if (!('file' in item)) return item
    const { file, name, password, ...rest } = item
    const upload = { ...(name !== undefined && { name }), ...(password !== undefined && { password }) }
    return { ...rest, ingestion_id: (await this.#ingest(file, upload, call)).ingestion_id }
  }

  #send(
    name: keyof typeof operations,
    { batch, query = {}, headers = {}, body, signal }: Sent,
  ): Promise<Response> {
    const { method, path } = operations[name]
    const id = typeof batch === 'string' ? batch : (batch?.id ?? '')
    const address = addressOf(path, { id }, query)
    return this.#transport.send({ method, path: address, headers, body, repeatable: true }, signal)
  }
}

type Sent = {
  readonly batch?: string | Batch
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal | undefined
}
