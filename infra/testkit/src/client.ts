import type { DetectReply, IngestReply, RectifyReply, RunningJob } from '@equerre/contract/detourage'
import type { Item } from '@equerre/contract/item'
import type { ProblemBody } from '@equerre/contract/problems'
import { setTimeout as sleep } from 'node:timers/promises'

/** A response, its body parsed if it is JSON. */
export type Reply<Body> = { readonly status: number; readonly headers: Headers; readonly body: Body }

type Asked = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
  /** `manual` returns the redirect instead of following it. */
  readonly redirect?: RequestRedirect
  readonly signal?: AbortSignal
  /** Sends cookies without the Origin that proves that the request comes from our page. */
  readonly crossSite?: boolean
}
type Download = { readonly status: number; readonly headers: Headers; readonly bytes: Buffer }
type File = { readonly bytes: Uint8Array; readonly name: string; readonly type?: string }
type Fields = Readonly<Record<string, string | number>>
type HeaderValues = Readonly<Record<string, string>>

const settledMs = 120_000

/** A person or a script using the product: keeps cookies, sends the page's Origin, speaks the contract. */
export class Client {
  readonly url: string
  readonly cookies = new Map<string, string>()
  /** Sent with every call if given. */
  readonly apiKey: string | undefined
  /** The headers that a proxy in front would add about the client's address. */
  readonly #proxied: HeaderValues

  constructor(url: string, apiKey?: string, proxied: HeaderValues = {}) {
    this.url = url
    this.apiKey = apiKey
    this.#proxied = proxied
  }

  /** A new guest, already known to the server. */
  static async guest(url: string): Promise<Client> {
    const client = new Client(url)
    await client.credits()
    return client
  }

  async ask<Body>(path: string, asked: Asked = {}): Promise<Reply<Body>> {
    const origin = asked.crossSite ? 'https://ailleurs.test' : new URL(this.url).origin
    const response = await fetch(new URL(path, this.url), {
      ...asked,
      headers: { ...this.identity(), Origin: origin, ...asked.headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      this.cookies.set(name, value)
    }
    const text = await response.text()
    const json = response.headers.get('Content-Type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: (json ? JSON.parse(text) : text) as Body,
    }
  }

  /** The headers that identify this client and its address. */
  identity(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      ...this.#proxied,
      ...(cookie && { Cookie: cookie }),
      ...(this.apiKey && { 'X-API-Key': this.apiKey }),
    }
  }

  async credits(): Promise<number> {
    return (await this.ask<{ credits: number }>('/api/credits/me')).body.credits
  }

  ingest(file: File, headers: HeaderValues = {}): Promise<Reply<IngestReply>> {
    return this.ask('/api/v1/detourage/ingest', { method: 'POST', headers, body: formOf({}, file) })
  }

  /** For an `Accept` that asks for a file, use `oneShotFile`. */
  oneShot(file: File, fields: Fields = {}, headers: HeaderValues = {}): Promise<Reply<RectifyReply>> {
    return this.ask('/api/v1/detourage', { method: 'POST', headers, body: formOf(fields, file) })
  }

  oneShotFile(file: File, fields: Fields, headers: HeaderValues): Promise<Download> {
    return this.bytes('/api/v1/detourage', { method: 'POST', headers, body: formOf(fields, file) })
  }

  detect(fields: Fields, headers: HeaderValues = {}): Promise<Reply<DetectReply>> {
    return this.ask('/api/v1/detourage/detect', { method: 'POST', headers, body: formOf(fields) })
  }

  rectify(fields: Fields, headers: HeaderValues = {}): Promise<Reply<RectifyReply>> {
    return this.ask('/api/v1/detourage/rectify', { method: 'POST', headers, body: formOf(fields) })
  }

  /** Polls a job until it ends, waiting between requests for as long as the answers say. */
  async settle<Body>(id: string): Promise<Reply<Body>> {
    const deadline = Date.now() + settledMs
    for (;;) {
      const reply = await this.ask<Body>(`/api/v1/detourage/jobs/${id}`, { headers: { Prefer: 'wait=10' } })
      // 503 means that the service is briefly unavailable, not how the job ended.
      if (![202, 429, 503].includes(reply.status)) return reply
      if (Date.now() > deadline) throw new Error(`job ${id} has not ended within ${settledMs} ms`)
      await sleep((Number(reply.headers.get('Retry-After')) || 1) * 1_000)
    }
  }

  item(id: string): Promise<Reply<Item>> {
    return this.ask(`/api/v1/detourage/ingestions/${id}`)
  }

  erase(id: string): Promise<Reply<{ ok: true }>> {
    return this.ask(`/api/v1/detourage/ingestions/${id}`, { method: 'DELETE' })
  }

  async bytes(
    path: string,
    asked: Pick<Asked, 'method' | 'headers' | 'body' | 'signal'> = {},
  ): Promise<Download> {
    const origin = new URL(this.url).origin
    const headers = { ...this.identity(), Origin: origin, ...asked.headers }
    const response = await fetch(new URL(path, this.url), { ...asked, headers })
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
}

/** The body of a refusal. */
export function problemOf(reply: Reply<unknown>): ProblemBody {
  return reply.body as ProblemBody
}

/** The body of a step still in progress. */
export function jobOf(reply: Reply<unknown>): RunningJob {
  return reply.body as RunningJob
}

export function formOf(fields: Fields, file?: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (file) form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type ?? '' }), file.name)
  return form
}
