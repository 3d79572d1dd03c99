import { z } from 'zod'
import { assemble, getAssembly } from './assemblies.ts'
import { getArtifact } from './artifact.ts'
import { cancelBatch, createBatch, getBatch, getBatchResults } from './batches.ts'
import { confirmWithdrawal, getInvoice, listWithdrawalOffers, startCheckout } from './billing.ts'
import { addCredits, creditHeaders, getCreditHistory, getCredits } from './credits.ts'
import { detect, getJob, ingest, oneShot, rectify, RunningJob } from './detourage.ts'
import { idempotencyKeyCharactersMax, problemsOf, type Endpoint } from './endpoint.ts'
import { exportMe } from './export.ts'
import { apiKeyHeader, deleteMe, getApiKey, getMe, logout, rotateApiKey, sessionCookies } from './identity.ts'
import { deleteIngestion, getIngestion, listIngestions } from './ingestions.ts'
import { WebhookEvent, type AnyEventType } from './events.ts'
import { changeKey, createKey, getKeyUsage, listKeys, revokeKey, rotateKey } from './keys.ts'
import { getLimits } from './read-limits.ts'
import {
  createWebhook,
  deleteWebhook,
  listCallbackDeliveries,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  resendDelivery,
  resumeWebhook,
  rotateCallbackSecret,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks.ts'
import { ProblemBody, problemStatus, type ProblemCode } from './problems.ts'

/** Every endpoint of the public API, by chapter and in the order of the reference. */
const chapters = {
  straightening: [
    ingest,
    detect,
    rectify,
    oneShot,
    getJob,
    listIngestions,
    getIngestion,
    deleteIngestion,
    assemble,
    getAssembly,
    createBatch,
    getBatch,
    getBatchResults,
    cancelBatch,
    getArtifact,
  ],
  webhooks: [
    createWebhook,
    listWebhooks,
    testWebhook,
    listDeliveries,
    resendDelivery,
    rotateWebhookSecret,
    pauseWebhook,
    resumeWebhook,
    deleteWebhook,
    rotateCallbackSecret,
    listCallbackDeliveries,
  ],
  credits: [
    getCredits,
    addCredits,
    getCreditHistory,
    startCheckout,
    getInvoice,
    listWithdrawalOffers,
    confirmWithdrawal,
  ],
  account: [getMe, getApiKey, rotateApiKey, logout, exportMe, deleteMe],
  keys: [listKeys, createKey, changeKey, rotateKey, revokeKey, getKeyUsage],
  service: [getLimits],
} as const satisfies Record<string, readonly Endpoint[]>
export const endpoints: readonly Endpoint[] = Object.values(chapters).flat()

type Json = Record<string, unknown>

const idempotencyKeyLength = { minLength: 1, maxLength: idempotencyKeyCharactersMax }

/** After the Standard Webhooks specification. */
const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/**
 * The reference’s texts in one language. The contract gives its fields a name only; `fields` has their
 * descriptions.
 */
export type ReferenceWords = {
  readonly title: string
  readonly description: string
  readonly chapters: { readonly [Chapter in keyof typeof chapters]: string }
  /** By the endpoint's name. */
  readonly operations: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
  readonly headers: { readonly idempotencyKey: string; readonly prefer: string }
  readonly responses: { readonly done: string; readonly running: string; readonly taken: string }
  /** What each event tells. */
  readonly events: { readonly [Type in AnyEventType]: string }
}

/** What a document shows of calls: JSON bodies and the replies of a real run by operation, the job that a 202 answers, every refusal and event. */
export type Examples = {
  readonly bodies: Readonly<Record<string, unknown>>
  readonly events: { readonly [Type in AnyEventType]: unknown }
  readonly replies: Readonly<Record<string, unknown>>
  readonly running: RunningJob
  readonly problem: (code: ProblemCode) => ProblemBody
}

type Texts = ReferenceWords & { readonly examples?: Examples }

/**
 * The whole contract as one OpenAPI 3.1 document.
 * @throws for a field or an operation without a description
 */
export function openApiDocument(words: Texts): Json {
  const paths: Record<string, Json> = {}
  for (const [chapter, held] of Object.entries(chapters) as [keyof typeof chapters, readonly Endpoint[]][])
    for (const endpoint of held) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      const tags = [words.chapters[chapter]]
      const method = endpoint.method.toLowerCase()
      paths[path] = { ...paths[path], [method]: { ...operation(endpoint, words), tags } }
    }
  return {
    openapi: '3.1.0',
    info: { title: words.title, version: '1', description: words.description },
    // Relative to where this document was read.
    servers: [{ url: '/' }],
    tags: Object.values(words.chapters).map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      WebhookEvent.options.flatMap((event) => typesOf(event).map((type) => [type, told(type, event, words)])),
    ),
    components: {
      schemas: { Problem: schema(ProblemBody, words), RunningJob: schema(RunningJob, words) },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: apiKeyHeader },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookies.secure },
      },
    },
  }
}

function typesOf({ shape: { type } }: (typeof WebhookEvent.options)[number]): readonly AnyEventType[] {
  return 'options' in type ? type.options : [...type.values]
}

/** An event as a request that we make. */
function told(type: AnyEventType, event: z.ZodObject, words: Texts): Json {
  const name = type.replace('.', ' ').replace(/ (\w)/, (_, letter: string) => letter.toUpperCase())
  const body = schema(event.extend({ type: z.literal(type) }), words)
  return {
    post: {
      operationId: name,
      summary: words.events[type],
      // No scheme that OpenAPI knows: the signature is in the headers.
      security: [],
      parameters: webhookHeaders.map((header) => ({
        name: header,
        in: 'header',
        // An address that was given with a call has no secret.
        required: header !== 'webhook-signature',
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, ...shown(words.examples?.events[type]) } },
      },
      responses: { '2XX': { description: words.responses.taken } },
    },
  }
}

function operation(endpoint: Endpoint, words: Texts): Json {
  return {
    operationId: endpoint.name,
    summary: textFor(words.operations, endpoint.name),
    ...(endpoint.deprecated && { deprecated: true }),
    ...security(endpoint),
    parameters: [
      ...parameters('path', endpoint.params, words),
      ...parameters('query', endpoint.query, words),
      ...requestHeaders(endpoint, words),
    ],
    ...requestBody(endpoint, words),
    responses: { ...success(endpoint, words), ...failures(problemsOf(endpoint), words) },
  }
}

/**
 * A guest’s cookie is left out: no client could be told how to obtain it. Of a key, OpenAPI takes its scopes for roles; the account’s own
 * key needs none, and never opens what takes a session.
 */
function security({ access, scopes = [] }: Endpoint): Json {
  if (access === 'public') return {}
  if (access === 'optional') return { security: [{}, { key: [] }, { session: [] }] }
  const keys = scopes.map((scope) => ({ key: [scope] }))
  if (access === 'newcomer') return { security: [{}, ...keys, { session: [] }] }
  if (access === 'session') return { security: [...keys, { session: [] }] }
  return { security: [...keys, { key: [] }, { session: [] }] }
}

function parameters(where: 'path' | 'query', { shape }: z.ZodObject, words: ReferenceWords): Json[] {
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !z.safeParse(field, undefined).success,
    schema: schema(field as z.ZodType, words),
  }))
}

function requestHeaders({ step, idempotent }: Endpoint, { headers }: ReferenceWords): Json[] {
  const header = (name: string, description: string, bounds = {}) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', ...bounds },
  })
  return [
    ...(step || idempotent ? [header('Idempotency-Key', headers.idempotencyKey, idempotencyKeyLength)] : []),
    ...(step ? [header('Prefer', headers.prefer)] : []),
  ]
}

function requestBody({ name, encoding, body }: Endpoint, words: Texts): Json {
  if (encoding === undefined) return {}
  const example = shown(words.examples?.bodies[name])
  if (encoding === 'upload') {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const fields = schema(body, words) as { properties: Json; required?: string[] }
    const { required: asked = [], properties } = fields
    const held = (all: Json, required: readonly string[]) => ({
      schema: { type: 'object', properties: all, required },
    })
    const content = {
      // One of the two: the file or its address.
      'multipart/form-data': held({ file, ...properties }, asked),
      'application/json': { ...held(properties, ['url', ...asked]), ...example },
    }
    return { requestBody: { required: true, content } }
  }
  const content = { schema: schema(body, words), ...example }
  const forms = encoding === 'form' ? { 'multipart/form-data': content } : {}
  return { requestBody: { required: true, content: { ...forms, 'application/json': content } } }
}

function success(endpoint: Endpoint, words: Texts): Json {
  const credit = { schema: { type: 'integer' } }
  const headers = { [creditHeaders.charged]: credit, [creditHeaders.remaining]: credit }
  const done = {
    description: words.responses.done,
    ...(endpoint.problems.includes('credits_exhausted') ? { headers } : {}),
    ...content(endpoint, words),
  }
  const running = {
    description: words.responses.running,
    headers: { Location: { schema: { type: 'string' } }, 'Retry-After': { schema: { type: 'integer' } } },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/RunningJob' },
        ...shown(words.examples?.running),
      },
    },
  }
  const { Location } = running.headers
  if (endpoint.accepts) return { 202: { ...running, headers: { Location }, ...content(endpoint, words) } }
  return { 200: done, ...(endpoint.step || endpoint.polls ? { 202: running } : {}) }
}

function content({ name, reply, files = [] }: Endpoint, words: Texts): Json {
  const json = () => ({ schema: schema(reply, words), ...shown(words.examples?.replies[name]) })
  const types = [
    ...(reply instanceof z.ZodVoid ? [] : [['application/json', json()] as const]),
    ...files.map((mime) => [mime, { schema: { type: 'string', contentMediaType: mime } }] as const),
  ]
  return types.length === 0 ? {} : { content: Object.fromEntries(types) }
}

function shown(example: unknown): Json {
  return example === undefined ? {} : { example }
}

/** One response per status; its description lists the codes that share that status. */
function failures(codes: readonly ProblemCode[], { examples }: Texts): Json {
  const statuses = [...new Set(codes.map((code) => problemStatus[code]))].toSorted()
  const problem = { schema: { $ref: '#/components/schemas/Problem' } }
  const shownAs = (code: ProblemCode) => [code, { value: examples?.problem(code) }] as const
  return Object.fromEntries(
    statuses.map((status) => {
      const sharing = codes.filter((code) => problemStatus[code] === status)
      const refusals = examples ? { examples: Object.fromEntries(sharing.map(shownAs)) } : {}
      const content = { 'application/problem+json': { ...problem, ...refusals } }
      return [status, { description: sharing.join(', '), content }]
    }),
  )
}

function schema(type: z.ZodType, { fields }: ReferenceWords): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.description !== undefined)
        jsonSchema.description = textFor(fields, jsonSchema.description)
    },
  }) as Json
  return rest
}

function textFor(words: Readonly<Record<string, string>>, name: string): string {
  const text = words[name]
  if (text === undefined) throw new Error(`the reference has no words for ${name}`)
  return text
}
