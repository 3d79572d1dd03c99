import { z } from 'zod'
import { getArtifact } from './artifact.ts'
import { confirmWithdrawal, listWithdrawalOffers, startCheckout } from './billing.ts'
import { addCredits, creditHeaders, getCreditHistory, getCredits } from './credits.ts'
import {
  deleteIngestion,
  detect,
  getIngestion,
  getJob,
  ingest,
  listIngestions,
  oneShot,
  rectify,
  RunningJob,
} from './detourage.ts'
import type { Endpoint } from './endpoint.ts'
import { exportMe } from './export.ts'
import { apiKeyHeader, deleteMe, getApiKey, getMe, logout, rotateApiKey, sessionCookies } from './identity.ts'
import { getLimits } from './limits.ts'
import { ProblemBody, problemStatus, type ProblemCode } from './problems.ts'

/** Every endpoint of the public API by chapter, in the order of the reference. */
const chapters: Readonly<Record<string, readonly Endpoint[]>> = {
  Détourage: [
    ingest,
    detect,
    rectify,
    oneShot,
    getJob,
    listIngestions,
    getIngestion,
    deleteIngestion,
    getArtifact,
  ],
  Crédits: [getCredits, addCredits, getCreditHistory, startCheckout, listWithdrawalOffers, confirmWithdrawal],
  Compte: [getMe, getApiKey, rotateApiKey, logout, exportMe, deleteMe],
  Service: [getLimits],
}
export const endpoints: readonly Endpoint[] = Object.values(chapters).flat()

type Json = Record<string, unknown>

/** The whole contract as one OpenAPI 3.1 document. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [chapter, held] of Object.entries(chapters))
    for (const endpoint of held) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, chapter) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'API Équerre',
      version: '1',
      description: 'Recadrer et redresser des documents photographiés.',
    },
    tags: Object.keys(chapters).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: schema(ProblemBody), RunningJob: schema(RunningJob) },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: apiKeyHeader },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookies.secure },
      },
    },
  }
}

function operation(endpoint: Endpoint, chapter: string): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [chapter],
    ...security(endpoint),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...requestHeaders(endpoint),
    ],
    ...requestBody(endpoint),
    responses: { ...success(endpoint), ...failures(endpoint.problems) },
  }
}

/** A guest's cookie is no credential that a client could be told to bring. */
function security({ access }: Endpoint): Json {
  if (access === 'public') return {}
  return { security: access === 'session' ? [{ session: [] }] : [{ key: [] }, { session: [] }] }
}

function parameters(where: 'path' | 'query', { shape }: z.ZodObject): Json[] {
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !z.safeParse(field, undefined).success,
    schema: schema(field as z.ZodType),
  }))
}

function requestHeaders({ step, idempotent }: Endpoint): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  })
  return [
    ...(step || idempotent ? [header('Idempotency-Key', 'De 1 à 255 caractères, gardée 24 h.')] : []),
    ...(step
      ? [header('Prefer', '`respond-async` : réponse 202 immédiate ; `wait=n` : attente de n secondes.')]
      : []),
  ]
}

function requestBody({ encoding, body }: Endpoint): Json {
  if (encoding === undefined) return {}
  if (encoding === 'upload') {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const fields = schema(body) as { properties: Json; required?: string[] }
    const form = {
      type: 'object',
      properties: { file, ...fields.properties },
      required: ['file', ...(fields.required ?? [])],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
  }
  const content = { schema: schema(body) }
  const forms = encoding === 'form' ? { 'multipart/form-data': content } : {}
  return { requestBody: { required: true, content: { ...forms, 'application/json': content } } }
}

function success(endpoint: Endpoint): Json {
  const credit = { schema: { type: 'integer' } }
  const headers = { [creditHeaders.charged]: credit, [creditHeaders.remaining]: credit }
  const done = {
    description: 'Fait.',
    ...(endpoint.problems.includes('credits_exhausted') ? { headers } : {}),
    ...content(endpoint),
  }
  const running = {
    description: 'En cours : l’adresse à interroger est dans `Location`.',
    headers: { Location: { schema: { type: 'string' } }, 'Retry-After': { schema: { type: 'integer' } } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/RunningJob' } } },
  }
  return { 200: done, ...(endpoint.step || endpoint.name === 'getJob' ? { 202: running } : {}) }
}

function content({ reply, files = [] }: Endpoint): Json {
  const types = [
    ...(reply instanceof z.ZodVoid ? [] : [['application/json', { schema: schema(reply) }] as const]),
    ...files.map((mime) => [mime, { schema: { type: 'string', contentMediaType: mime } }] as const),
  ]
  return types.length === 0 ? {} : { content: Object.fromEntries(types) }
}

/** One answer per status; codes that share a status are listed in its description. */
function failures(codes: readonly ProblemCode[]): Json {
  const statuses = [...new Set(codes.map((code) => problemStatus[code]))].toSorted()
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    statuses.map((status) => {
      const sharing = codes.filter((code) => problemStatus[code] === status)
      return [status, { description: sharing.join(', '), content }]
    }),
  )
}

function schema(type: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io: 'input' }) as Json
  return rest
}
