import { referenceWords as words } from '#words/reference'
import { accessOf, operationsOf, type OpenApi, type Operation } from './document.ts'
import { schemaRows } from './schema.ts'

/**
 * Every call as a Postman collection (v2.1), which Bruno and Insomnia read too: one folder a chapter, the site in `{{api}}`, the keys in
 * `{{key}}` and `{{manageKey}}`. Made from the OpenAPI document, so that it cannot be out of date.
 */
export function postmanCollection(document: OpenApi): object {
  return {
    info: {
      name: words.title,
      description: words.lead,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'api', value: '' },
      { key: 'key', value: '' },
      { key: 'manageKey', value: '' },
    ],
    item: document.tags.map(({ name }) => ({ name, item: operationsOf(document, name).map(requestOf) })),
  }
}

function requestOf(operation: Operation): object {
  const { operationId, summary, method, path } = operation
  const segments = path.slice(1).split('/')
  const variable = segments.filter(isParameter).map((segment) => ({ key: segment.slice(1, -1), value: '' }))
  return {
    name: operationId,
    request: {
      description: summary,
      method,
      header: headersOf(operation),
      url: {
        raw: `{{api}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{api}}'],
        path: segments.map((segment) => (isParameter(segment) ? `:${segment.slice(1, -1)}` : segment)),
        variable,
        query: namesIn(operation, 'query').map((key) => ({ key, value: '', disabled: true })),
      },
      ...bodyOf(operation),
    },
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function headersOf(operation: Operation): object[] {
  const access = accessOf(operation)
  const key = access === 'manage' ? '{{manageKey}}' : '{{key}}'
  return [
    ...(access === 'public' || access === 'session' ? [] : [{ key: 'X-API-Key', value: key }]),
    ...namesIn(operation, 'header').map((name) => ({ key: name, value: '', disabled: true })),
  ]
}

function namesIn({ parameters }: Operation, where: 'query' | 'header'): string[] {
  return parameters.filter((parameter) => parameter.in === where).map(({ name }) => name)
}

/** As the document’s example has it; of a form, fields that may be left out are there, and switched off. */
function bodyOf({ requestBody }: Operation): object {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!content) return {}
  if (type !== 'multipart/form-data') {
    const raw = JSON.stringify(content.example, null, 2)
    return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
  }
  const shown = content.example as Readonly<Record<string, unknown>> | undefined
  const rows = schemaRows(content.schema).filter(({ path }) => !/[.[]/.test(path))
  const formdata = rows.map(({ path: key, required }) => ({
    key,
    ...(key === 'file' ? { type: 'file', src: '' } : { type: 'text', value: textOf(shown?.[key]) }),
    // In its place there may be an address.
    disabled: !required && key !== 'file' && shown?.[key] === undefined,
  }))
  return { body: { mode: 'formdata', formdata } }
}

/** The value of a form’s field. */
function textOf(value: unknown = ''): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
