import type { z } from 'zod'
import type { KeyScope } from './api-key.ts'
import type { ProblemCode } from './problems.ts'

/**
 * Who may call an endpoint. `public`: everybody, the caller is not identified. `optional`: everybody, a caller
 * who is identified learns more; a wrong key is 401. `anyone`: a user or a guest,
 * else 401. `user`: a signed-in person or an API key; guests and test keys get 401. `session`: a person
 * signed in with a browser, for what a leaked key must not be able to do. `newcomer`: like `anyone`, but a
 * caller without credentials becomes a guest.
 */
export type Access = 'public' | 'optional' | 'anyone' | 'user' | 'session' | 'newcomer'

/** One HTTP endpoint below `/api`. The server mounts it, the browser calls it, openapi.ts documents it. */
export type Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Express notation, `:name` for parameters, without the `/api` prefix. */
  readonly path: `/${string}`
  readonly access: Access
  /** Any of these opens it to a named key, whatever `access` says; without them, no named key may call it. */
  readonly scopes?: readonly KeyScope[]
  readonly params: Params
  readonly query: Query
  /** Fields of the JSON or multipart body; `z.void()` when there is none. */
  readonly body: Body
  /**
   * `json`: JSON only. `form`: multipart or JSON. `upload`: multipart with one part named `file`, or JSON with the file’s `url`; objects in
   * it may also be JSON text, as in a form.
   */
  readonly encoding?: 'json' | 'form' | 'upload'
  /** Where a JSON body may be larger than usual. */
  readonly bodyKilobytesMax?: number
  readonly reply: Reply
  /** Content types of a file response; in addition to the JSON reply if there is one. */
  readonly files?: readonly string[]
  /**
   * A step that may answer 202 with a job to poll; such an endpoint supports `Prefer` and `Idempotency-Key`.
   */
  readonly step?: true
  /** Answers with a step that was asked for before, 202 as long as it goes on. */
  readonly polls?: true
  /** Answers 202 always: what it has accepted goes on by itself. */
  readonly accepts?: true
  /** Supports `Idempotency-Key` without being a step. */
  readonly idempotent?: true
  /** On its way out: since when, and how long it answers still; days such as 2027-01-31, at 0:00 UTC. */
  readonly deprecated?: { readonly since: string; readonly until: string }
  readonly problems: readonly ProblemCode[]
}

/** Of the header `Idempotency-Key`; at least one. */
export const idempotencyKeyCharactersMax = 255

/** How long what is deprecated answers at least. */
export const deprecationDays = 180

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** Option for parsing input from outside: the issue then includes the value received. */
export const withInput = { reportInput: true }

/** The problems that an endpoint names, and those that any input or key may meet. */
export function problemsOf(endpoint: Endpoint): readonly ProblemCode[] {
  const { access, problems: named } = endpoint
  const problems = [...new Set([...named, ...(takesInput(endpoint) ? (['invalid_request'] as const) : [])])]
  if (access === 'public') return problems
  const spends = problems.includes('credits_exhausted')
  return [
    ...problems,
    'key_expired',
    'key_revoked',
    'scope_missing',
    ...(spends ? ['key_cap_reached' as const] : []),
  ]
}

function takesInput({ params, query, encoding }: Endpoint): boolean {
  return encoding !== undefined || Object.keys({ ...params.shape, ...query.shape }).length > 0
}

/** Checks the shape of `endpoint` and keeps its literal types. */
export function defineEndpoint<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(endpoint: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return endpoint
}
