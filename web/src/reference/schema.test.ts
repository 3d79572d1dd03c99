import { expect, test } from 'vitest'
import { schemaRows, typeName } from './schema.ts'

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
