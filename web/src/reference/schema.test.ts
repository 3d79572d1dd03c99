import { expect, test } from 'vitest'
import { schemaRows, typeName, type Schema } from './schema.ts'

test('names types in French', () => {
  expect(typeName({ type: 'string' })).toBe('texte')
  expect(typeName({ type: 'string', format: 'uuid' })).toBe('UUID')
  expect(typeName({ type: 'string', contentMediaType: 'application/octet-stream' })).toBe('fichier')
  expect(typeName({ enum: ['OK', 'NOT_FOUND'] })).toBe('"OK" | "NOT_FOUND"')
  expect(typeName({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('texte ou null')
  expect(typeName({ type: 'array', items: { type: 'integer' } })).toBe('liste de entier')
  expect(typeName({ prefixItems: [{ type: 'number' }, { type: 'number' }], items: false })).toBe('2 × nombre')
  expect(typeName({ $ref: '#/components/schemas/Problem' })).toBe('Problem')
})

test('lists the fields of every form; required is what all of them require', () => {
  const page = { type: 'integer', exclusiveMinimum: 0 } as const
  const id = { type: 'string', format: 'uuid' } as const
  const form = (name: string): Schema => ({
    type: 'object',
    required: [name, 'page'],
    properties: { [name]: id, page, of: { type: 'object', properties: { [name]: id } } },
  })
  const several: Schema = { anyOf: [form('rectify_id'), form('ingestion_id'), { type: 'string' }] }
  const pages: Schema = { type: 'array', items: several }
  const ratio = { type: 'number', exclusiveMinimum: 0, maximum: 1 } as const
  const rows = schemaRows({ type: 'object', required: ['pages'], properties: { pages, ratio } })
  expect(rows.map(({ path, required, note }) => [path, required, note])).toEqual([
    ['pages', true, ''],
    ['pages[].rectify_id', false, ''],
    ['pages[].page', true, 'Au moins 1.'],
    ['pages[].of', false, ''],
    ['pages[].of.rectify_id', false, ''],
    ['pages[].of.ingestion_id', false, ''],
    ['pages[].ingestion_id', false, ''],
    ['ratio', false, 'Plus de 0, au plus 1.'],
  ])
})

test('lists nested fields, required ones, bounds and defaults', () => {
  const rows = schemaRows({
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'Le numéro.' },
      dpi: { type: 'integer', minimum: 72, maximum: 600, default: 300 },
      pages: { type: 'array', items: { type: 'object', properties: { width: { type: 'integer' } } } },
      ingest: { anyOf: [{ type: 'object', properties: { mime: { type: 'string' } } }, { type: 'null' }] },
    },
  })
  expect(rows).toEqual([
    { path: 'id', type: 'UUID', required: true, note: 'Le numéro.' },
    {
      path: 'dpi',
      type: 'entier',
      required: false,
      note: 'Au moins 72, au plus 600. Par défaut\u00a0: 300.',
    },
    { path: 'pages', type: 'liste de objet', required: false, note: '' },
    { path: 'pages[].width', type: 'entier', required: false, note: '' },
    { path: 'ingest', type: 'objet ou null', required: false, note: '' },
    { path: 'ingest.mime', type: 'texte', required: false, note: '' },
  ])
})
