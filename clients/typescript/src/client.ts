import { addressOf } from './address.ts'
import { Batches } from './batches.ts'
import {
  operations,
  type AssembleBody,
  type AssembleReply,
  type DetectReply,
  type GetIngestionReply,
  type GetJobReply,
  type IngestReply,
  type OneShotBody,
  type Operations,
  type RectifyBody,
  type RectifyReply,
  type RunningJob,
} from './contract.ts'
import { EquerreError, jsonOf } from './errors.ts'
import { plainTextOf, type PageText } from './page-text.ts'
import { uploadOf, type Source } from './source.ts'
import { Transport, type CallOptions, type ClientOptions } from './transport.ts'

type Step = {
  /** An address to tell once, when this call has ended. */
  readonly callback_url?: string
  /** Seconds for which whoever has the addresses of the answer’s files may read them, without a key. */
  readonly sign_for?: number
}
type Upload = Step & {
  /** What the file is called; by default its own name. */
  readonly name?: string
  /** What opens a protected PDF. */
  readonly password?: string
}
type WithoutText<Options> = Exclude<NonNullable<Options>, string>
type OptionsOf<Body extends { options?: unknown }> = WithoutText<Body['options']>

/** Of a straightening: its format, text, light, corners and so on. */
export type RectifyOptions = OptionsOf<OneShotBody>
/** Of another rendering of a page that was straightened. */
export type RenderOptions = Omit<Extract<OptionsOf<RectifyBody>, { render_of: string }>, 'render_of'>
/** Of a call: `charged` by it, `remaining` after it; null where the service does not say. */
export type CreditsOfCall = { readonly charged: number | null; readonly remaining: number | null }

export type Ingestion = IngestReply
export type Detection = DetectReply
/** A straightened page; its files are in `artifacts`, null where nothing was made: see `status` and `reasons`. */
export type Rectification = RectifyReply & { readonly credits: CreditsOfCall }
export type Assembly = AssembleReply
/** A sent file and everything made of it. */
export type Item = GetIngestionReply
/** A step’s answer, or how far it is. */
export type Job = GetJobReply | RunningJob
/** A straightened page, what the service calls one, or a page of a PDF that was sent. */
export type AssemblyPage =
  AssembleBody['pages'][number] | Pick<RectifyReply, 'id' | 'ingestion_id' | 'document'>

export { EquerreError, type ErrorCode } from './errors.ts'
export type { Batch, Batches, BatchItem, BatchRequest, BatchResult } from './batches.ts'
export { verifyWebhook } from './webhook.ts'
export type { Operations, RunningJob, WebhookEvent } from './contract.ts'
export type { PageText } from './page-text.ts'
export type { Source } from './source.ts'
export type { CallOptions, ClientOptions } from './transport.ts'

type Input<Name extends keyof Operations, Wait extends boolean> = {
  readonly path?: Operations[Name]['path']
  readonly query?: Operations[Name]['query']
  readonly body?: Operations[Name]['body']
  /** `false`: does not wait for the job that the call begins. */
  readonly wait?: Wait
}
type Answer<Reply> = { readonly reply: Reply; readonly credits: CreditsOfCall }

/** Équerre’s API. Calls wait for what they ask for; whatever goes wrong is an `EquerreError`. */
export class Equerre {
  /** Many pages at once. */
  readonly batches: Batches
  readonly #transport: Transport
  readonly #language: 'fr' | 'en'

  /** @throws TypeError without a key or an address */
  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(options)
    this.#language = options.language ?? 'fr'
    this.batches = new Batches(this.#transport, (...asked) => this.ingest(...asked))
  }

  /**
   * A photograph or a PDF in, one straightened page out, in one call. Costs 1 credit if a page is made; without a document, or in doubt,
   * nothing is made or charged: `status` tells, and `artifacts.warped_path` is null.
   */
  async straighten(
    file: Source,
    options: RectifyOptions & Upload = {},
    call: CallOptions = {},
  ): Promise<Rectification> {
    const { name, password, callback_url, sign_for, ...asked } = options
    const body = uploadOf(file, name, { options: asked, password, callback_url })
    const { reply, credits } = await this.#ask<RectifyReply>('oneShot', { query: { sign_for }, body }, call)
    return { ...reply, credits }
  }

  /** Sends a file. Free. Its pages are then straightened by `rectify`, as often as needed. */
  async ingest(file: Source, options: Upload = {}, call: CallOptions = {}): Promise<Ingestion> {
    const { name, sign_for, ...fields } = options
    return (
      await this.#ask<IngestReply>(
        'ingest',
        { query: { sign_for }, body: uploadOf(file, name, fields) },
        call,
      )
    ).reply
  }

  /** Finds the documents of a page. Free. */
  async detect(
    ingestionId: string,
    options: Step & { readonly page?: number } = {},
    call: CallOptions = {},
  ): Promise<Detection> {
    const { sign_for, ...fields } = options
    const body = JSON.stringify({ ingestion_id: ingestionId, ...fields })
    return (await this.#ask<DetectReply>('detect', { query: { sign_for }, body }, call)).reply
  }

  /** Straightens a page of a file that was sent. Costs 1 credit if a page is made. */
  rectify(
    ingestionId: string,
    options: RectifyOptions & Step = {},
    call: CallOptions = {},
  ): Promise<Rectification> {
    return this.#rectify(ingestionId, options, call)
  }

  /** Renders a page that was paid for in another way: format, filter, light, turn, text. Free up to the service’s limit. */
  render(
    page: RectifyReply,
    options: RenderOptions & Step = {},
    call: CallOptions = {},
  ): Promise<Rectification> {
    return this.#rectify(page.ingestion_id, { ...options, render_of: page.capture_id ?? page.id }, call)
  }

  /** The text of a straightened page, which is read first, for nothing, if `text` was not asked for. */
  async readText(page: RectifyReply, call: CallOptions = {}): Promise<PageText & { readonly text: string }> {
    const read = page.artifacts.text_path === null && page.artifacts.warped_path !== null
    const { artifacts } = read ? await this.render(page, { text: true }, call) : page
    if (artifacts.text_path === null) throw read ? notRead(this.#language) : nothingFound(this.#language)
    const text = await jsonOf<PageText>(await this.download(artifacts.text_path, call))
    return { ...text, text: plainTextOf(text) }
  }

  /** Puts finished pages, in their order, into one PDF that can be searched. Free. */
  assemble(
    { pages, ...options }: Omit<AssembleBody, 'pages'> & { readonly pages: readonly AssemblyPage[] },
    call: CallOptions = {},
  ): Promise<Assembly> {
    return this.call('assemble', { body: { ...options, pages: pages.map(asAssembled) } }, call)
  }

  /** The file of a page or an assembly, or the one at a path of `artifacts`: `blob()`, `arrayBuffer()`, `body`. @throws EquerreError `nothing_found` for a page that was not made */
  async download(
    what: string | RectifyReply | Assembly,
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): Promise<Response> {
    const path =
      typeof what === 'string'
        ? what
        : 'pdf_path' in what.artifacts
          ? what.artifacts.pdf_path
          : what.artifacts.warped_path
    if (path === null) throw nothingFound(this.#language)
    return this.#transport.send({ method: 'GET', path, repeatable: true }, signal)
  }

  /** How many credits are left. */
  async credits(call: CallOptions = {}): Promise<number> {
    return (await this.call('getCredits', {}, call)).credits
  }

  /** Every file that was sent and is still kept, newest first. Needs a key with the scope `read`. */
  async *ingestions(call: CallOptions = {}): AsyncGenerator<Item, void> {
    for (let cursor: string | undefined; ;) {
      const page = await this.call(
        'listIngestions',
        { query: { limit: 100, ...(cursor && { cursor }) } },
        call,
      )
      yield* page.ingestions
      if (page.next_cursor === null) return
      cursor = page.next_cursor
    }
  }

  /** Erases a file at once, with everything made of it. */
  async erase(ingestionId: string, call: CallOptions = {}): Promise<void> {
    await this.call('deleteIngestion', { path: { id: ingestionId } }, call)
  }

  /** How a job stands, as soon as it ends or after a moment. */
  async job(id: string, { signal }: Pick<CallOptions, 'signal'> = {}): Promise<Job> {
    return jsonOf(await this.#transport.poll(`/api/v1/detourage/jobs/${id}`, signal))
  }

  /** A job’s answer, once it has ended. @throws EquerreError why it failed */
  async wait<Reply = GetJobReply>(
    job: string | RunningJob,
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): Promise<Reply> {
    const id = typeof job === 'string' ? job : job.id
    const first = await this.#transport.poll(`/api/v1/detourage/jobs/${id}`, signal)
    return jsonOf(await this.#transport.settle(first, signal))
  }

  /** Any call of the reference that a key may make, by its name there: `equerre.call('createWebhook', { body: … })`. */
  async call<Name extends keyof Operations, Wait extends boolean = true>(
    name: Name,
    input: Input<Name, Wait> = {},
    call: CallOptions = {},
  ): Promise<Wait extends true ? Operations[Name]['reply'] : Operations[Name]['reply'] | RunningJob> {
    const { body, ...rest } = input
    const sent = { ...rest, body: body === undefined ? undefined : JSON.stringify(body) }
    return (await this.#ask<Operations[Name]['reply']>(name, sent, call)).reply
  }

  async #rectify(
    ingestionId: string,
    asked: OptionsOf<RectifyBody> & Step,
    call: CallOptions,
  ): Promise<Rectification> {
    const { callback_url, sign_for, ...options } = asked
    const body = JSON.stringify({ ingestion_id: ingestionId, options, callback_url })
    const { reply, credits } = await this.#ask<RectifyReply>('rectify', { query: { sign_for }, body }, call)
    return { ...reply, credits }
  }

  async #ask<Reply>(
    name: keyof Operations,
    { path = {}, query = {}, body, wait = true }: Sent,
    { signal, idempotencyKey = crypto.randomUUID() }: CallOptions,
  ): Promise<Answer<Reply>> {
    const { method, path: template, once } = operations[name]
    const headers = {
      ...(once && { 'Idempotency-Key': idempotencyKey }),
      ...(!wait && { Prefer: 'respond-async' }),
    }
    const request = {
      method,
      path: addressOf(template, path, query),
      headers,
      body,
      repeatable: once || method !== 'POST',
    }
    const first = await this.#transport.send(request, signal)
    const response = wait ? await this.#transport.settle(first, signal) : first
    const [charged, remaining] = ['Charged', 'Remaining'].map((which) => {
      const credits = response.headers.get(`X-Credits-${which}`)
      return credits === null ? null : Number(credits)
    }) as [number | null, number | null]
    return { reply: await jsonOf(response), credits: { charged, remaining } }
  }
}

type Sent = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: FormData | string | undefined
  readonly wait?: boolean
}

function asAssembled(page: AssemblyPage): AssembleBody['pages'][number] {
  return 'id' in page ? { rectify_id: page.id } : page
}

const sentences = {
  fr: {
    nothing: 'Aucun document trouvé sur cette image, ou pas assez nettement : rien n’est débité.',
    text: 'Le texte de cette page n’a pas pu être lu',
  },
  en: {
    nothing: 'No document found in this image, or not clearly enough: nothing is charged.',
    text: 'The text of this page could not be read',
  },
} as const

function nothingFound(language: 'fr' | 'en'): EquerreError {
  return new EquerreError({ code: 'nothing_found', detail: sentences[language].nothing })
}

function notRead(language: 'fr' | 'en'): EquerreError {
  return new EquerreError({ code: 'unavailable', detail: sentences[language].text })
}
