import { endpoints, openApiDocument } from '@equerre/contract/openapi'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import type { Client } from '@equerre/testkit/client'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractWords } from '../src/words/fr/contract.ts'
import { accountWords as en } from '../src/words/en/account.ts'
import { accountWords as fr } from '../src/words/fr/account.ts'
import { operationsOf, type OpenApi } from '../src/reference/document.ts'
import { commandOf } from '../src/reference/samples.ts'
import { writeReplies } from '../test/config.ts'

/*
 * Runs every command of the reference as a reader would, and holds the replies printed beside them to what the
 * service gave. WRITE_REPLIES=1 writes these replies again.
 */

const document = openApiDocument(contractWords) as OpenApi
const operations = document.tags.flatMap(({ name }) => operationsOf(document, name))
const samples = { fr: fr.api.samples, en: en.api.samples }
const fileOf = (language: string) =>
  new URL(`../../infra/words/src/${language}/replies.json`, import.meta.url)
/** An order in which each call finds what it needs. */
const order = [
  ['getLimits', 'getCredits', 'startCheckout', 'listWithdrawalOffers', 'getInvoice', 'addCredits'],
  ['ingest', 'detect', 'rectify', 'oneShot', 'getJob', 'listIngestions', 'getIngestion', 'getArtifact'],
  ['assemble', 'getAssembly', 'createBatch', 'getBatch', 'getBatchResults', 'cancelBatch'],
  ['createWebhook', 'listWebhooks', 'testWebhook', 'listDeliveries', 'resendDelivery'],
  ['rotateWebhookSecret', 'pauseWebhook', 'resumeWebhook', 'deleteWebhook'],
  ['rotateCallbackSecret', 'listCallbackDeliveries'],
  ['listKeys', 'createKey', 'changeKey', 'rotateKey', 'getKeyUsage', 'revokeKey'],
  ['getCreditHistory', 'confirmWithdrawal', 'getMe', 'getApiKey', 'exportMe', 'deleteIngestion', 'logout'],
  ['rotateApiKey', 'deleteMe'],
].flat()

type Replies = Record<string, unknown>

describe('the samples of the reference', () => {
  let product: Product
  let folder: string
  beforeAll(async () => {
    product = await startProduct()
    folder = mkdtempSync(path.join(tmpdir(), 'equerre-reference-'))
    const { jpeg } = await photographDocument({ seed: 11, width: 2_800, height: 2_100, coverage: 0.5 })
    for (const { photo } of Object.values(samples)) writeFileSync(path.join(folder, photo), jpeg)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await product.stop()
  })

  test('every call has one', () => {
    expect(order.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted())
  })

  test.for(['fr', 'en'] as const)('run, and reply what is printed: %s', async (language) => {
    const words = samples[language]
    const email = `claire.${language}@exemple.test`
    const reader = await signIn(product.url, { person: 'new', email, name: 'Claire Aubry' })
    const key = (await reader.ask<{ api_key: string }>('/api/api-key/me')).body.api_key
    const manageKey = await makeManageKey(reader)
    const variables: Record<string, string> = {
      API: product.url,
      [words.key]: key,
      [words.manageKey]: manageKey,
      HOME: folder,
    }
    writeFileSync(path.join(folder, '.curlrc'), `header = "Accept-Language: ${language}"\n`)
    const replies: Replies = {}
    for (const name of order) {
      const operation = operations.find(({ operationId }) => operationId === name)!
      const command = commandOf(operation, words)
      if (command === null)
        replies[name] = (await reader.ask(operation.path, { method: operation.method })).body
      else replies[name] = JSON.parse((await run(command, variables)) || 'null')
      if (replies[name]) await note(name, replies[name], { reader, variables })
    }
    const shown = Object.fromEntries(
      operations
        .filter(({ operationId: id }) => replies[id])
        .map(({ operationId: id }) => [id, shorten(replies[id])]),
    )
    if (writeReplies) writeFileSync(fileOf(language), `${JSON.stringify(shown, null, 2)}\n`)
    const printed = JSON.parse(readFileSync(fileOf(language), 'utf8')) as Replies
    for (const { name, reply } of endpoints) {
      if (name === 'getArtifact') continue
      expect(reply.parse(replies[name]), name).toEqual(replies[name])
      expect(reply.parse(printed[name]), name).toEqual(printed[name])
      expect(shapeOf(printed[name]), name).toEqual(shapeOf(shown[name]))
    }
    expect(readFileSync(path.join(folder, words.result)).subarray(1, 4).toString()).toBe('PNG')
  })

  async function run(command: string, env: Record<string, string>): Promise<string> {
    return (await promisify(execFile)('/bin/bash', ['-c', command], { cwd: folder, env })).stdout
  }

  /** As a person does on the account page. */
  async function makeManageKey(reader: Client): Promise<string> {
    const settings = { name: 'Administration', scopes: ['manage'] }
    const headers = { 'Content-Type': 'application/json' }
    const asked = { method: 'POST', headers, body: JSON.stringify(settings) }
    return (await reader.ask<{ api_key: string }>('/api/v1/keys', asked)).body.api_key
  }

  /** Keeps what later calls refer to, as a reader would, and pays what was ordered. */
  async function note(name: string, reply: unknown, { reader, variables }: Run): Promise<void> {
    const { ingestion_id, id, url, offers, artifacts } = reply as Noted
    if (name === 'createKey') variables['KEY_ID'] = id
    if (name === 'ingest') variables['ID'] = ingestion_id
    if (name === 'rectify') Object.assign(variables, { JOB: id, IMAGE: artifacts.warped_path })
    if (name === 'listWithdrawalOffers') variables['PURCHASE'] = offers[0]!.purchase_id
    if (name === 'assemble') variables['ASSEMBLY'] = id
    if (name === 'createBatch') {
      variables['BATCH'] = id
      const look = () => reader.ask<{ ended_at: string | null }>(`/api/v1/detourage/batches/${id}`)
      await expect.poll(async () => (await look()).body.ended_at, { timeout: 30_000 }).not.toBeNull()
    }
    if (name === 'createWebhook') variables['WEBHOOK'] = id
    if (name === 'testWebhook') variables['DELIVERY'] = id
    if (name !== 'startCheckout') return
    await product.stripe.pay((await product.stripe.session(url)).id)
    await expect.poll(() => reader.credits(), { timeout: 30_000 }).toBeGreaterThanOrEqual(100)
  }
})

type Run = { readonly reader: Client; readonly variables: Record<string, string> }

type Noted = {
  readonly ingestion_id: string
  readonly id: string
  readonly url: string
  readonly offers: readonly { readonly purchase_id: string }[]
  readonly artifacts: { readonly warped_path: string }
}

/** A reply as it is printed: secrets hidden, the stand-in's addresses as Stripe's, long lists and texts cut. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'object' && !Array.isArray(item))
      ? value.slice(0, 1).map(shorten)
      : value
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
  if (typeof value !== 'string') return value
  if (/^eq_(live|test)_/.test(value)) return `${value.slice(0, 8)}…`
  if (value.startsWith('whsec_')) return 'whsec_…'
  if (/^https?:\/\/(127|localhost)/.test(value))
    return `https://checkout.stripe.com${new URL(value).pathname}`
  return value.length > 160 ? `${value.slice(0, 120)}…` : value
}

/** The names of all fields; lists of what they hold first. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return 'value'
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
}
