import { openApiDocument } from '@equerre/contract/openapi'
import { examplesIn } from '@equerre/words/examples'
import { problemStatus } from '@equerre/contract/problems'
import { expect, test } from 'vitest'
import { contractWords } from '#words/contract'
import { postmanCollection } from './collection.ts'
import { operationsOf, type OpenApi } from './document.ts'
import { llmsText, referenceMarkdown } from './markdown.ts'

const examples = examplesIn('fr')
const document = openApiDocument({ ...contractWords, examples }) as OpenApi
const operations = document.tags.flatMap(({ name }) => operationsOf(document, name))
type Folder = {
  item: {
    name: string
    request: { method: string; url: { raw: string }; header: object[]; body?: { raw: string } }
  }[]
}

test('the Markdown has every call with its sample, every refusal, and tables that hold together', () => {
  const text = referenceMarkdown(document)
  for (const { method, path } of operations) expect(text).toContain(`### ${method} ${path}\n`)
  for (const code of Object.keys(problemStatus)) expect(text).toContain(`| \`${code}\` |`)
  expect(text).toContain('curl -X POST "$API/api/v1/detourage/rectify"')
  expect(text).not.toMatch(/undefined|\[object/)
  for (const table of text.match(/(?:^\|.*\n)+/gm) ?? []) {
    const widths = table
      .trim()
      .split('\n')
      .map((line) => line.match(/(?<!\\)\|/g)!.length)
    expect(new Set(widths).size).toBe(1)
  }
})

test('llms.txt names every call, and where to read more', () => {
  const text = llmsText(document, '/en')
  for (const { method, path } of operations) expect(text).toContain(`- \`${method} ${path}\`: `)
  expect(text).toMatch(/^# .+\n\n> .+\n/)
  expect(text).toContain('](/en/docs/reference.md)')
  expect(text).toContain('](/en/docs/changelog/)')
})

test('the collection has every call once, with the key that it takes and a body that it accepts', () => {
  const { item } = postmanCollection(document) as { item: Folder[] }
  const requests = item.flatMap((folder) => folder.item)
  expect(requests.map(({ name }) => name)).toEqual(operations.map(({ operationId }) => operationId))
  const named = (wanted: string) => requests.find(({ name }) => name === wanted)!.request
  expect(named('changeKey').url.raw).toBe('{{api}}/api/v1/keys/:id')
  expect(named('changeKey').header).toEqual([{ key: 'X-API-Key', value: '{{manageKey}}' }])
  expect(named('detect').header[0]).toEqual({ key: 'X-API-Key', value: '{{key}}' })
  expect(named('deleteMe').header).toEqual([])
  expect(JSON.parse(named('createBatch').body!.raw)).toEqual(examples.bodies['createBatch'])
  expect(JSON.stringify(named('rectify'))).toContain(
    `"key":"ingestion_id","type":"text","value":"${(examples.bodies['detect'] as { ingestion_id: string }).ingestion_id}","disabled":false`,
  )
  expect(JSON.stringify(named('ingest'))).toContain('{"key":"file","type":"file","src":"","disabled":false}')
})
