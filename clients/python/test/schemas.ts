/**
 * What the contract's OpenAPI document says of requests and replies, as JSON schemas with names, of which the Python types are made:
 * `clients/python/generate`. Without texts and limits, which are no part of a type.
 */
import { openApiDocument } from '@equerre/contract/openapi'
import { PageText } from '@equerre/contract/page-text'
import { referenceWords } from '@equerre/words/en/reference'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

type Json = { readonly [name: string]: unknown }

/** In this order: what is named first is found in what follows. */
export function namedSchemas(): Json {
  const found = chosen(openApiDocument(referenceWords) as Document)
  const bare = Object.entries(found).map(([name, schema]) => [name, bared(schema)] as const)
  const named: [string, unknown][] = []
  for (const [name, schema] of bare) named.push([name, referring(schema, named)])
  return {
    openapi: '3.1.0',
    info: { title: 'equerre', version: '1' },
    paths: {},
    components: { schemas: Object.fromEntries(named) },
  }
}

export function fingerprintOf(schemas: Json): string {
  return createHash('sha256').update(JSON.stringify(schemas)).digest('hex')
}

type Content = { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
type Operation = {
  readonly operationId: string
  readonly requestBody?: Content
  readonly responses: { readonly 200: Content }
}
type Schema = Json & {
  readonly properties: { readonly [name: string]: Schema }
  readonly anyOf: readonly Schema[]
  readonly items: Schema
  readonly prefixItems: readonly Schema[]
}
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly webhooks: { readonly [type: string]: { readonly post: Operation } }
  readonly components: { readonly schemas: { readonly Problem: Schema; readonly RunningJob: Schema } }
}

function chosen({ paths, webhooks, components }: Document): { readonly [name: string]: Schema } {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const byName = Object.fromEntries(operations.map((operation) => [operation.operationId, operation]))
  const body = (name: string) => byName[name]!.requestBody!.content['application/json'].schema
  const reply = (name: string) => byName[name]!.responses[200].content['application/json'].schema
  const [RectifyOptions, RenderOptions] = body('rectify').properties['options']!.anyOf as [Schema, Schema]
  const [MadePage, UploadedPage] = body('assemble').properties['pages']!.items.anyOf as [Schema, Schema]
  const [BatchAddress, BatchFile] = body('createBatch').properties['items']!.items.anyOf as [Schema, Schema]
  const { corners: Corners } = reply('detect').properties as { corners: Schema }
  const events = Object.values(webhooks).map(({ post }) => {
    return [
      `${capital(post.operationId)}Event`,
      post.requestBody!.content['application/json'].schema,
    ] as const
  })
  return {
    ProblemCode: components.schemas.Problem.properties['code']!,
    Problem: components.schemas.Problem,
    RunningJob: components.schemas.RunningJob,
    Point: Corners.prefixItems[0]!,
    Corners,
    Status: reply('detect').properties['status']!,
    Reason: reply('detect').properties['reasons']!.items,
    RectifyOptions,
    RenderOptions: without(RenderOptions, ['render_of']),
    PageInfo: reply('ingest').properties['pages']!.items,
    IngestReply: reply('ingest'),
    DetectedFiles: reply('detect').properties['artifacts']!,
    DetectedDocument: reply('detect').properties['documents']!.items,
    DetectReply: reply('detect'),
    MadeFiles: reply('rectify').properties['artifacts']!,
    RectifyReply: reply('rectify'),
    MadePage,
    UploadedPage,
    AssemblyOptions: without(body('assemble'), ['pages']),
    AssemblyReply: reply('assemble'),
    BatchAddress,
    BatchFile,
    BatchOptions: body('createBatch').properties['options']!,
    BatchAssemblyOptions: body('createBatch').properties['assembly']!,
    ItemCounts: reply('getBatch').properties['items']!,
    BatchAssembly: reply('getBatch').properties['assemblies']!.items,
    Batch: reply('getBatch'),
    BatchResult: reply('getBatchResults').properties['items']!.items,
    BatchResults: reply('getBatchResults'),
    Item: reply('getIngestion'),
    Items: reply('listIngestions'),
    CreditHistory: reply('getCreditHistory'),
    Limits: reply('getLimits'),
    PageText: PageText.toJSONSchema() as Schema,
    StepEnded: events[0]![1].properties['data']!,
    ...Object.fromEntries(events),
    Event: { anyOf: events.map(([, schema]) => schema) } as unknown as Schema,
  }
}

function without(schema: Schema, names: readonly string[]): Schema {
  const kept = Object.entries(schema.properties).filter(([name]) => !names.includes(name))
  return { ...schema, properties: Object.fromEntries(kept), required: [] }
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const limits =
  /^(description|examples?|default|pattern|format|title|\$schema|(exclusive)?(min|max)(imum)?(Length|Items)?)$/i

/** Without what no type says; `properties` may be called anything. */
function bared(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => bared(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => isNames || !limits.test(name) || name === 'minItems')
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, bared(inner, !isNames && name === 'properties')]),
  )
}

function referring(value: unknown, named: readonly (readonly [string, unknown])[]): unknown {
  const same = named.find(([, schema]) => isDeepStrictEqual(schema, value))
  if (same) return { $ref: `#/components/schemas/${same[0]}` }
  if (Array.isArray(value)) return value.map((item) => referring(item, named))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([name, item]) => [name, referring(item, named)])
  const replaced: unknown = Object.fromEntries(inner)
  const sameNow = named.find(([, schema]) => isDeepStrictEqual(schema, replaced))
  return sameNow ? { $ref: `#/components/schemas/${sameNow[0]}` } : replaced
}

if (import.meta.main) {
  const schemas = namedSchemas()
  const asked = process.argv.includes('--fingerprint')
    ? fingerprintOf(schemas)
    : JSON.stringify(schemas, null, 2)
  process.stdout.write(asked)
}
