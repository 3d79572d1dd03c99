import { Client, formOf, problemOf } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows } from './support/observe.ts'

let product: Product
let guest: Client
let ingestionId: string
beforeAll(async () => {
  product = await startProduct()
  guest = await Client.guest(product.url)
  const { jpeg } = await photographDocument({ seed: 22, width: 800, height: 600 })
  ingestionId = (await guest.ingest({ bytes: jpeg, name: 'page.jpg' })).body.ingestion_id
})
afterAll(() => product.stop())

const french = 'La page 3 n’existe pas : ce document a une seule page.'
const english = 'Page 3 does not exist: this document has a single page.'
const detectPage3 = (headers: Record<string, string>) =>
  guest.detect({ ingestion_id: ingestionId, page: '3' }, headers)

it.each([
  ['*', 'fr', french],
  ['de', 'fr', french],
  ['fr-FR,fr;q=0.9,en;q=0.8', 'fr', french],
  ['en;q=0.4, *;q=0.8', 'fr', french],
  ['en-GB,en;q=0.9,fr;q=0.5', 'en', english],
  ['de, en;q=0.5', 'en', english],
])('a refusal for « %s » is in %s', async (preference, language, sentence) => {
  const refused = await detectPage3({ 'Accept-Language': preference })
  expect(problemOf(refused)).toMatchObject({ code: 'invalid_request', detail: sentence })
  expect(refused.headers.get('Content-Language')).toBe(language)
  expect(refused.headers.get('Vary')).toMatch(/\bAccept-Language\b/i)
})

it('a refusal by an internal service is in the reader’s language too', async () => {
  const refused = await guest.ask('/api/api-key/me', { headers: { 'Accept-Language': 'en' } })
  expect(problemOf(refused).detail).toBe('Sign in or provide a valid API key.')
  expect(refused.headers.get('Content-Language')).toBe('en')
})

it('a refusal of a field is in the reader’s language', async () => {
  const ask = (language: string) => guest.detect({ ingestion_id: 'none' }, { 'Accept-Language': language })
  expect(problemOf(await ask('fr')).detail).toBe('Champ « ingestion_id » : il faut un identifiant UUID.')
  expect(problemOf(await ask('en')).detail).toBe('Field “ingestion_id”: it takes a UUID.')
})

it('a step’s problem is stored without words, and put into each reader’s language', async () => {
  const cut = { bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog'), name: 'coupe.pdf' }
  const accepted = await guest.ask<{ id: string }>('/api/v1/detourage/ingest', {
    method: 'POST',
    headers: { Prefer: 'respond-async' },
    body: formOf({}, cut),
  })
  const { id } = accepted.body
  await guest.settle(id)
  const read = async (language: string) =>
    problemOf(await guest.ask(`/api/v1/detourage/jobs/${id}`, { headers: { 'Accept-Language': language } }))
      .detail
  expect(await read('en')).toBe('This file is empty, damaged or incomplete.')
  expect(await read('fr')).toBe('Ce fichier est vide, abîmé ou incomplet.')
  const step = 'from gateway.steps where id = $1'
  expect(await rows(product, `select problem_sentence, problem_params ${step}`, [id])).toEqual([
    { problem_sentence: 'unreadable_file', problem_params: {} },
  ])
  await rows(
    product,
    `update gateway.steps set problem_sentence = null, problem_params = null where id = $1`,
    [id],
  )
  expect(await read('en'), 'written by the previous version').toBe(
    'This file is empty, damaged or incomplete.',
  )
})

it('limits and the contract are in the reader’s language too', async () => {
  const english = { headers: { 'Accept-Language': 'en' } }
  const { body, headers } = await guest.ask<{ limits: { name: string; label: string; unit: string }[] }>(
    '/api/v1/limits',
    english,
  )
  expect(body.limits).toContainEqual(
    expect.objectContaining({ name: 'pagesMax', label: 'Pages of a PDF or a TIFF', unit: 'pages' }),
  )
  expect(headers.get('Content-Language')).toBe('en')
  const contract = await guest.ask<{ info: { title: string } }>('/api/openapi.json', english)
  expect(contract.body.info.title).toBe('Équerre API')
  expect((await guest.ask<typeof contract.body>('/api/openapi.json')).body.info.title).toBe('API Équerre')
})
