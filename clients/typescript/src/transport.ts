import { EquerreError, retryAfterOf, type ErrorCode } from './errors.ts'

const version = '0.1.0'

export type ClientOptions = {
  /** By default the environment variable `EQUERRE_API_KEY`. */
  readonly apiKey?: string | undefined
  /** Where the service is, such as `https://equerre.example`. By default the environment variable `EQUERRE_URL`. */
  readonly baseUrl?: string | undefined
  /** Of the sentences in errors and of the names of files. By default French. */
  readonly language?: 'fr' | 'en' | undefined
  /** For one request to be answered, its upload included. By default 300,000. */
  readonly timeoutMs?: number | undefined
  /** How often a call is sent again that nobody answered, or that was too early. By default 4. */
  readonly maxRetries?: number | undefined
  /** Put before ours in `User-Agent`: the program that calls, such as `my-archive/1.2`. */
  readonly userAgent?: string | undefined
  readonly fetch?: typeof fetch | undefined
}

export type CallOptions = {
  /** Ends the call, and the waiting for its job. What the service has begun it finishes. */
  readonly signal?: AbortSignal | undefined
  /** 1 to 255 characters: the same call with the same key is done and charged once within 24 hours. By default a new one for each call. */
  readonly idempotencyKey?: string | undefined
}

export type Request = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: FormData | string | undefined
  /** Sent twice, it does no more than sent once. */
  readonly repeatable: boolean
}

/** Longer than what a crowded service asks for, shorter than an hourly quota. */
const retryAfterMaxS = 60
const pauseMaxMs = 8_000
/** As long as the service holds a call open. */
const heldS = 25

/** Sends requests with the key, to the service only, and again where that charges nothing twice. */
export class Transport {
  readonly #origin: string
  readonly #options: ClientOptions
  readonly #headers: Readonly<Record<string, string>>

  constructor(options: ClientOptions) {
    const { apiKey = variable('EQUERRE_API_KEY'), baseUrl = variable('EQUERRE_URL') } = options
    if (!apiKey) throw new TypeError('An API key is needed: the option apiKey, or EQUERRE_API_KEY.')
    if (!baseUrl) throw new TypeError('The service’s address is needed: the option baseUrl, or EQUERRE_URL.')
    this.#origin = new URL(baseUrl).origin
    this.#options = options
    this.#headers = {
      'X-API-Key': apiKey,
      'User-Agent': `${options.userAgent ? `${options.userAgent} ` : ''}equerre-client/${version}`,
      ...(options.language && { 'Accept-Language': options.language }),
    }
  }

  /** @returns a success, or 202 for a job that goes on. @throws EquerreError */
  async send(request: Request, signal?: AbortSignal): Promise<Response> {
    const { maxRetries = 4 } = this.#options
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.#try(request, signal)
      if (!(outcome instanceof EquerreError)) return outcome
      if (tries >= maxRetries || !mayRepeat(request, outcome)) throw outcome
      const pauseMs = Math.min(pauseMaxMs, 500 * 2 ** tries) * (0.5 + Math.random() / 2)
      await sleep(outcome.retryAfterS === undefined ? pauseMs : outcome.retryAfterS * 1_000, signal)
    }
  }

  /** Follows a job from its 202 to its end. */
  async settle(first: Response, signal?: AbortSignal): Promise<Response> {
    let response = first
    while (response.status === 202) {
      await response.body?.cancel()
      await sleep((retryAfterOf(response) ?? 1) * 1_000, signal)
      const path = response.headers.get('Location') ?? ''
      response = await this.poll(path, signal)
    }
    return response
  }

  poll(path: string, signal?: AbortSignal): Promise<Response> {
    return this.send({ method: 'GET', path, headers: { Prefer: `wait=${heldS}` }, repeatable: true }, signal)
  }

  async #try(request: Request, signal?: AbortSignal): Promise<Response | EquerreError> {
    const { fetch = globalThis.fetch, timeoutMs = 300_000 } = this.#options
    const url = this.#urlOf(request.path)
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const ends = signal ? AbortSignal.any([signal, late]) : late
      const response = await fetch(url, { ...this.#initOf(request), signal: ends })
      return response.ok ? response : await EquerreError.of(response)
    } catch (cause) {
      signal?.throwIfAborted()
      if (!late.aborted)
        return new EquerreError({ code: 'network', detail: 'The service cannot be reached.', cause })
      const detail = `No answer within ${timeoutMs / 1_000} s.`
      return new EquerreError({ code: 'timeout', detail, cause })
    }
  }

  #initOf({ method, headers, body }: Request): RequestInit {
    const json = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}
    // A redirect would carry the key to wherever it leads.
    const redirect = 'manual'
    return { method, headers: { ...this.#headers, ...json, ...headers }, body: body ?? null, redirect }
  }

  /** @throws EquerreError for an address that is not the service’s: it would be told the key */
  #urlOf(path: string): URL {
    const url = new URL(path, this.#origin)
    if (url.origin === this.#origin) return url
    throw new EquerreError({ code: 'unexpected_answer', detail: `${url.origin} is not ${this.#origin}.` })
  }
}

/** Too early, or lost on its way. Codes of spent quotas share the status of `rate_limited`, and make no sense later either. */
function mayRepeat({ repeatable }: Request, { code, status = 0, retryAfterS = 0 }: EquerreError): boolean {
  if (retryAfterS > retryAfterMaxS) return false
  if (code === 'rate_limited') return true
  const lost = code === 'unexpected_answer' ? status >= 502 : passing.includes(code)
  return repeatable && lost
}

const passing: readonly ErrorCode[] = ['network', 'timeout', 'unavailable', 'idempotency_in_flight']

/** @throws what `signal` is aborted with */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Where there is an environment: workers and pages pass options. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name]
}
