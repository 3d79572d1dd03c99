import {
  withInput,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@equerre/contract/endpoint'
import { languages, type Language } from '@equerre/contract/language'
import { Problem } from '@equerre/contract/problems'
import { renderProblem } from '@equerre/words/render-problem'
import express, {
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { deprecationHeaders } from './deprecation.ts'
import type { Log } from './log.ts'
import { seconds } from './metrics.ts'
import { nextLink } from './next-link.ts'
import { isOutage } from './postgres.ts'
import { StorageError } from './storage/error.ts'
import { openSpan, type OpenSpan } from './trace.ts'

const requestIdHeader = 'X-Request-Id'

const requestSeconds = seconds('http_request_duration_seconds', 'Time to respond, by route pattern', [
  'method',
  'route',
  'status',
])

type Call<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly response: Response
}
export type Answer<Body> = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Body
}
/** An answer that is not JSON: its handler writes it. */
export type Sent = { readonly send: (response: Response) => Promise<void> }
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<ReplyOf<E>> | Answer<unknown> | Sent>

/** An Express application that gives every answer a request id and logs every request once. */
export function createApp(log: Log, options: { trustRequestId: boolean }): Express {
  const app = express()
  app.disable('x-powered-by')
  // Answers are not cached; files have their own tags.
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use((request, response, next) => {
    const given = options.trustRequestId ? request.get(requestIdHeader) : undefined
    const requestId = given ?? randomUUID()
    const startedAt = performance.now()
    response.locals['requestId'] = requestId
    response.set(requestIdHeader, requestId)
    const { method } = request
    const span = openSpan({ name: method, parent: request.get('traceparent'), facts: { requestId } })
    response.locals['span'] = span
    response.on('close', () => {
      // The route pattern, not the path: a path may hold an id, a query may hold anything.
      const route = (request.route as { path?: string } | undefined)?.path ?? 'unrouted'
      const status = response.writableFinished ? response.statusCode : hungUpStatus
      const ms = performance.now() - startedAt
      requestSeconds.observe({ method, route, status }, ms / 1_000)
      span.end({ 'http.route': route, 'http.response.status_code': status })
      const facts = {
        requestId,
        method,
        route,
        status: response.statusCode,
        ms: Math.round(ms),
        ...factsOf(response),
      }
      span.run(() => log.info(facts, response.writableFinished ? 'request' : 'client closed request'))
    })
    span.run(next)
  })
  return app
}

/** Recorded when the client left before its answer was complete; a status that nginx made common. */
const hungUpStatus = 499

export function requestIdOf(response: Response): string {
  return response.locals['requestId'] as string
}

/** Adds identifiers to what the log says of the request: who asked, and for what. */
export function noteFacts(response: Response, facts: Readonly<Record<string, string>>): void {
  response.locals['facts'] = { ...factsOf(response), ...facts }
}

function factsOf(response: Response): Readonly<Record<string, string>> {
  return response.locals['facts'] ?? {}
}

/** The span of the request that this response answers. */
export function spanOf(response: Response): OpenSpan {
  return response.locals['span'] as OpenSpan
}

/**
 * The reader’s language: French unless English is preferred. Sets `Vary`, since another reader may get
 * another answer.
 */
export function languageFor(response: Response): Language {
  response.vary('Accept-Language')
  return (response.req.acceptsLanguages(...languages) || 'fr') as Language
}

/** The same for an answer written in that language: also sets `Content-Language`. */
export function tellLanguage(response: Response): Language {
  const language = languageFor(response)
  response.set('Content-Language', language)
  return language
}

/** Mounts one endpoint of the contract: parse, call, check the reply, answer. `before` runs before parsing. */
export function mount<E extends Endpoint>(
  router: Router,
  endpoint: E,
  { before = [], handle }: { before?: readonly RequestHandler[]; handle: Handler<E> },
): void {
  const verb = endpoint.method.toLowerCase() as 'get' | 'post' | 'delete'
  const announce: RequestHandler = (_request, response, next) => {
    response.set(deprecationHeaders(endpoint))
    next()
  }
  router[verb](endpoint.path, announce, ...before, async (request, response) => {
    const call = {
      params: endpoint.params.parse(request.params, withInput) as ParamsOf<E>,
      query: endpoint.query.parse(request.query, withInput) as QueryOf<E>,
      body: endpoint.body.parse(request.body, withInput) as BodyOf<E>,
      response,
    }
    // Enters the request's span again: a parser that waited for the body's events may have left it.
    const answer = await spanOf(response).run(() => handle(call))
    if ('send' in answer) return answer.send(response)
    const status = answer.status ?? 200
    const next = nextLink(request.originalUrl, answer.body)
    if (next !== null) response.append('Link', next)
    response
      .status(status)
      .set({ 'Cache-Control': 'no-store', ...answer.headers })
      .json(status === 200 ? endpoint.reply.parse(answer.body) : answer.body)
  })
}

/** Answers 401 without the internal token. */
export function requireToken(token: string): RequestHandler {
  const expected = Buffer.from(`Bearer ${token}`)
  return (request, _response, next) => {
    const given = Buffer.from(request.get('Authorization') ?? '')
    const same = given.length === expected.length && timingSafeEqual(given, expected)
    next(same ? undefined : new Problem('unauthenticated'))
  }
}

export const notFound: RequestHandler = () => {
  throw new Problem('not_found')
}

/** The last handler: every error becomes `application/problem+json`; unexpected ones are logged. */
export function answerProblems(log: Log): ErrorRequestHandler {
  // oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters.
  return (error, _request, response, _next) => {
    const problem = toProblem(error)
    const isLogged = error === problem || error instanceof StorageError
    if (problem.status >= 500 && !isLogged)
      log.error({ err: error, requestId: requestIdOf(response) }, 'request failed')
    // Too late to say so: a download that breaks off.
    if (response.headersSent) return void response.destroy()
    if (problem.retryAfterS !== undefined) response.set(retryHeaders(problem, problem.retryAfterS))
    // How to do better; a scheme that no browser asks its user about.
    if (problem.status === 401) response.set('WWW-Authenticate', 'ApiKey realm="equerre"')
    response
      .status(problem.status)
      .set('Cache-Control', 'no-store')
      .type('application/problem+json')
      .send(
        JSON.stringify({
          ...renderProblem(problem.facts, tellLanguage(response)),
          request_id: requestIdOf(response),
        }),
      )
  }
}

/** When to come again; of a limit also as the RateLimit draft has it: which one, that nothing of it remains, and until when. */
function retryHeaders({ status, facts }: Problem, seconds: number): Record<string, string> {
  const limit = { RateLimit: `"${facts.sentence}";r=0;t=${seconds}` }
  return { 'Retry-After': String(seconds), ...(status === 429 && limit) }
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof StorageError) return ofStorage(error)
  if (isOfInput(error)) return ofIssue(error.issues[0])
  const status = (error as { status?: unknown }).status
  // Express' own parsers: malformed JSON, a body that is too large, an invalid percent-encoding in the path.
  if (status === 413) return new Problem('body_too_large')
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('request_malformed')
  return new Problem(isOutage(error) ? 'unavailable' : 'internal')
}

function ofStorage({ full }: StorageError): Problem {
  return full
    ? new Problem('storage_full')
    : new Problem('storage_failed', {}, { retryAfterS: storageRetryS })
}

/** A storage that failed a moment ago seldom works at once. */
const storageRetryS = 10

/** Whether what came from outside did not parse. A reply or a row of ours that breaks its schema is our failure, never the client's. */
function isOfInput(error: unknown): error is z.ZodError {
  return error instanceof z.ZodError && error.issues.every((issue) => 'input' in issue)
}

function ofIssue(issue: z.core.$ZodIssue | undefined): Problem {
  return issue ? new Problem('field_invalid', { issue: narrowed(issue) }) : new Problem('invalid_request')
}

/** Of several forms, what is wrong with the one that was meant: of its kind, and with the fewest fields missing or unknown. */
function narrowed(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const ofKind = issue.errors.filter(([first]) => first?.code !== 'invalid_type' || first.path.length > 0)
  const [meant] = ofKind.toSorted((one, other) => strangeness(one) - strangeness(other))
  const [first] = meant ?? []
  return first ? narrowed({ ...first, path: [...issue.path, ...first.path] }) : issue
}

function strangeness(issues: readonly z.core.$ZodIssue[]): number {
  const fields = issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.length
    return issue.code === 'invalid_type' && issue.input === undefined ? 1 : 0
  })
  return fields.reduce((sum, count) => sum + count, 0)
}

/** A hundred megabytes take their time over a slow line: as long as an upload may take before it is swept. */
const requestTimeoutMs = 10 * 60_000
/**
 * Bytes buffered per connection before reading stops; the kernel may deliver up to four times as much at
 * once.
 */
const heldBytes = 16 * 1_024

export type Door = {
  readonly port: number
  /** Keeps answering for `seconds`, but tells every client to use a new connection for its next request. */
  readonly drain: (seconds: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Limits on what connections may cost a process. */
type DoorBounds = {
  readonly connectionsMax: number
  /** How long a request's head may take to arrive, the first one counted from the opening of the connection. */
  readonly headSecondsMax: number
  /** How long a connection may stay silent in both directions. */
  readonly idleSecondsMax: number
}
export const doorBounds: DoorBounds = { connectionsMax: 4_000, headSecondsMax: 15, idleSecondsMax: 120 }

/** Opens the port, 0 for a free one. `close()` refuses new connections and waits for answers in progress. */
export async function openDoor(
  app: Express,
  { host, port, bounds = doorBounds }: { host: string; port: number; bounds?: DoorBounds },
): Promise<Door> {
  const headMs = bounds.headSecondsMax * 1_000
  const server = createServer({ connectionsCheckingInterval: headMs / 5, highWaterMark: heldBytes }, app)
  // Longer than a proxy keeps an idle connection, so that we never close one that is about to carry a request.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = headMs
  server.requestTimeout = requestTimeoutMs
  server.timeout = bounds.idleSecondsMax * 1_000
  boundConnections(server, bounds.connectionsMax)
  const closeAfterAnswer = (_request: IncomingMessage, response: ServerResponse) =>
    void response.setHeader('Connection', 'close')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    drain: async (drainSeconds) => {
      server.prependListener('request', closeAfterAnswer)
      await sleep(drainSeconds * 1_000)
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeIdleConnections()
      }),
  }
}

/**
 * Keeps at most `max` connections: the oldest without a request is closed for a new one. Only if all of them
 * have a request in progress is the new one closed.
 */
function boundConnections(server: Server, max: number): void {
  let open = 0
  /** Connections without a request, longest idle first. */
  const idle = new Set<Socket>()
  server.on('connection', (socket) => {
    idle.add(socket)
    if (++open > max) idle.values().next().value!.destroy()
    socket.once('close', () => {
      open--
      idle.delete(socket)
    })
  })
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket)
    })
  })
}
