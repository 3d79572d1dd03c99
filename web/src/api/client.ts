import { language } from '#words/language'
import type { ProblemBody } from '@equerre/contract/problems'
import { callsForAccount } from './principal.ts'
import { routes } from './routes.ts'
import type { RouteName } from './routes.ts'

const apiBase = import.meta.env.VITE_API_BASE ?? ''

/** An unsuccessful response. Its message has the specified form `HTTP {status}: {text}`. */
export class HttpError extends Error {
  override name = 'HttpError' as const
  readonly status: number
  /** The service's text without the status: a sentence if it sent a problem document. */
  readonly text: string
  readonly requestId: string | null
  /** The service's requested delay before a retry, if any. */
  readonly retryAfterMs: number | null
  /** The problem's code, if the service sent one. */
  readonly code: string | null
  /** It was meant for an account, whose session no longer holds. */
  readonly sessionEnded: boolean

  constructor(
    status: number,
    text: string,
    hints: Partial<Pick<HttpError, 'requestId' | 'retryAfterMs' | 'code' | 'sessionEnded'>> = {},
  ) {
    super(`HTTP ${status}: ${text}`)
    this.status = status
    this.text = text
    this.requestId = hints.requestId ?? null
    this.retryAfterMs = hints.retryAfterMs ?? null
    this.code = hints.code ?? null
    this.sessionEnded = hints.sessionEnded ?? false
  }
}

/** No response at all: the network failed, not the service. */
export class UnreachableError extends Error {
  override name = 'UnreachableError' as const
}

/** Whether the service has what was asked for no more, or never had it. */
export function isGone(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 404 || error.status === 410)
}

/** Whether it failed because the account's session has ended, which the page then says by itself. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof HttpError && error.sessionEnded
}

/** URL of a root-relative `path` of the service, such as an artifact. */
export function apiUrl(path: string): string {
  return `${apiBase}${path}`
}

type CallOptions = {
  /** Fills the path's only parameter. */
  readonly id?: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: FormData
  /** Sent as JSON instead of `body`. */
  readonly json?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Method and absolute URL of a call. */
export function addressOf(name: RouteName, { id, query = {} }: CallOptions): { method: string; url: string } {
  const [method = 'GET', path = ''] = routes[name].split(' ')
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString()
  const filled = id === undefined ? path : path.replace(/:\w+/, encodeURIComponent(id))
  return { method, url: apiUrl(`/api${filled}${search === '' ? '' : `?${search}`}`) }
}

/** Calls the service with the page's cookies. @throws HttpError unless it succeeds */
export async function call(name: RouteName, options: CallOptions = {}): Promise<Response> {
  const { method, url } = addressOf(name, options)
  const { body, json, headers, signal } = options
  return fetchChecked(url, {
    method,
    ...(body && { body }),
    ...(json && { body: JSON.stringify(json) }),
    headers: { ...(json && { 'Content-Type': 'application/json' }), ...headers },
    ...(signal && { signal }),
  })
}

/** Calls the service and returns its JSON answer. */
export async function ask<Reply>(name: RouteName, options: CallOptions = {}): Promise<Reply> {
  return (await (await call(name, options)).json()) as Reply
}

/** GETs a root-relative `path` named in an answer: an artifact, or a job to poll. */
export async function get(
  path: string,
  {
    signal,
    headers = {},
  }: { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return fetchChecked(apiUrl(path), { headers, ...(signal && { signal }) })
}

/** The contract's name, which the page does not import because of its schemas. */
export const signedInHeader = 'X-Signed-In'

/**
 * Headers of every call. They ask for texts in the language of the page's URL, whatever the browser prefers, and,
 * while the page shows an account, not to be answered as a guest.
 */
export function ownHeaders(): Readonly<Record<string, string>> {
  return { 'Accept-Language': language, ...(callsForAccount() && { [signedInHeader]: 'yes' }) }
}

async function fetchChecked(url: string, init: RequestInit): Promise<Response> {
  const own = ownHeaders()
  const headers = { ...own, ...init.headers }
  const response = await fetch(url, { ...init, headers, credentials: 'include' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new UnreachableError('no answer', { cause: error })
  })
  return checked(response, own)
}

let tellUnauthenticated = (_sessionEnded: boolean) => {}

/** Calls `forget` whenever any call is told that nobody is signed in, and whether it was meant for an account. */
export function onUnauthenticated(forget: (sessionEnded: boolean) => void): void {
  tellUnauthenticated = forget
}

/**
 * Returns a successful response.
 * @param sent its request's {@link ownHeaders}
 * @throws HttpError with the problem's sentence, or the raw body
 */
export async function checked(response: Response, sent: ReturnType<typeof ownHeaders>): Promise<Response> {
  if (response.ok) return response
  const sessionEnded = response.status === 401 && signedInHeader in sent
  if (response.status === 401) tellUnauthenticated(sessionEnded)
  const body = await response.text()
  const problem = parseProblem(response.headers.get('content-type'), body)
  throw new HttpError(response.status, problem?.detail ?? body, {
    requestId: problem?.request_id ?? response.headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(response),
    code: problem?.code ?? null,
    sessionEnded,
  })
}

/** A response's `Retry-After` in milliseconds, or null. */
export function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after')
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

function parseProblem(contentType: string | null, body: string): Partial<ProblemBody> | null {
  if (!contentType?.includes('application/problem+json')) return null
  try {
    return JSON.parse(body) as Partial<ProblemBody>
  } catch {
    return null
  }
}
