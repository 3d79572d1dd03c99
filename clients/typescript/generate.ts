/**
 * Writes src/contract.ts from the OpenAPI document of a running instance:
 *
 *     npm run generate -- http://127.0.0.1:8080
 */

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

type Schema = { readonly [name: string]: unknown }
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Schema
}
type Operation = {
  readonly operationId: string
  readonly summary: string
  /** Absent where everybody may call; those without `key` are the page’s own. */
  readonly security?: readonly Schema[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
type Route = { readonly method: string; readonly path: string; readonly operation: Operation }

/** The types of everything that is sent and answered, each once and by a name, and where each call goes. */
export async function contractOf(document: Document): Promise<string> {
  const routes = routesOf(document)
  const types = await openapiTS(
    {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: {},
      components: { schemas: schemasOf(document, routes) },
    } as unknown as OpenAPI3,
    { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false },
  )
  const head =
    '// Made by generate.ts from the OpenAPI document: do not edit.\n/* oxlint-disable max-lines */'
  // Only schemas were given.
  const text = astToString(types).replace(
    /^export (?:type|interface) (?:paths|webhooks|\$defs|operations) = .*\n/gm,
    '',
  )
  return [head, text, operationTypes(routes), operationTable(routes)].join('\n\n')
}

function routesOf({ paths }: Document): readonly Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security === undefined || security.some((way) => 'key' in way))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** A schema that occurs in another one is named there, instead of being repeated. */
function schemasOf(document: Document, routes: readonly Route[]): Record<string, unknown> {
  const named: [name: string, schema: Schema][] = [
    ...Object.entries(document.components.schemas),
    ...routes.flatMap(({ operation }) => {
      const [reply, body] = [replyOf(operation), bodyOf(operation)]
      const name = capital(operation.operationId)
      return [
        ...(reply ? [[`${name}Reply`, reply] as [string, Schema]] : []),
        ...(body ? [[`${name}Body`, body] as [string, Schema]] : []),
      ]
    }),
    ['WebhookEvent', { anyOf: Object.values(document.webhooks).map(({ post }) => jsonOf(post.requestBody)) }],
  ]
  const names = new Map<string, string>()
  for (const [name, schema] of named) {
    const text = JSON.stringify(schema)
    if (!names.has(text)) names.set(text, name)
  }
  const refer = (node: unknown, own?: string): unknown => {
    if (Array.isArray(node)) return node.map((held) => refer(held))
    if (typeof node !== 'object' || node === null) return node
    const name = names.get(JSON.stringify(node))
    if (name !== undefined && name !== own) return { $ref: `#/components/schemas/${name}` }
    return Object.fromEntries(Object.entries(node).map(([field, held]) => [field, refer(held)]))
  }
  return Object.fromEntries(named.map(([name, schema]) => [name, refer(schema, name)]))
}

/** A file has no shape, even if it is JSON. */
function jsonOf(response: Content | undefined): Schema | undefined {
  const schema = response?.content?.['application/json']?.schema
  return schema && 'contentMediaType' in schema ? undefined : schema
}

/** What a call ends with: 202 where that is all it ever says, else 200. */
function replyOf({ responses }: Operation): Schema | undefined {
  return jsonOf(responses['200'] ?? responses['202'])
}

/** Of an upload, what is sent beside the file. */
function bodyOf({ requestBody }: Operation): Schema | undefined {
  return jsonOf(requestBody)
}

function operationTypes(routes: readonly Route[]): string {
  const lines = routes.map(({ operation }) => {
    const name = capital(operation.operationId)
    const body = bodyOf(operation) ? `${name}Body` : 'undefined'
    const reply = replyOf(operation) ? `${name}Reply` : 'undefined'
    const [path, query] = ['path', 'query'].map((where) => fieldsOf(operation, where))
    return `  /** ${operation.summary} */\n  ${operation.operationId}: { path: ${path}; query: ${query}; body: ${body}; reply: ${reply} }`
  })
  return `/** What each call takes and answers, by its name in the reference. */\nexport type Operations = {\n${lines.join('\n')}\n}\n`
}

function fieldsOf({ parameters }: Operation, where: string): string {
  const fields = parameters.filter((parameter) => parameter.in === where)
  if (fields.length === 0) return '{}'
  const typeOf = ({ type }: Schema) => (type === 'integer' ? 'number' : String(type))
  return `{ ${fields.map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`
}

function operationTable(routes: readonly Route[]): string {
  const lines = routes.map(({ method, path, operation }) => {
    const once = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
    return `  ${operation.operationId}: { method: '${method}', path: '${path}', once: ${once} },`
  })
  return `/** Where each call goes; \`once\`: it takes an \`Idempotency-Key\`. */\nexport const operations = {\n${lines.join('\n')}\n} as const\n`
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , url] = process.argv
  if (url === undefined) throw new Error('npm run generate -- ADDRESS')
  const response = await fetch(new URL('/api/openapi.json', url), { headers: { 'Accept-Language': 'en' } })
  const text = await contractOf((await response.json()) as Document)
  writeFileSync(new URL('src/contract.ts', import.meta.url), text)
}
