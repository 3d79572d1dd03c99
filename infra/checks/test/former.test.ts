import { PaymentJob } from '@equerre/contract/billing'
import { AccountRecord, ErasureJob } from '@equerre/contract/identity'
import type { Item } from '@equerre/contract/item'
import { resultsQueue, StepOutcome, VisionJob } from '@equerre/contract/jobs'
import { pagePaths } from '@equerre/contract/pages'
import { connect } from '@equerre/local/servers/databases'
import { Client } from '@equerre/testkit/client'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { corpusSecrets, readCorpus, type Identity } from '../former/corpus.ts'
import { loadCorpus } from '../former/load-corpus.ts'
import { recordMessages, type Message } from '../former/messages.ts'
import { accountOf, generousLimits, play, topUpKey, type People } from '../former/play.ts'
import type { Crossing } from '../former/schemas.ts'

/** What this release finds when it takes over from the former one, and what the former finds when it comes back. */
const corpus = readCorpus()
const schemaOf: Readonly<Record<string, Crossing>> = {
  [resultsQueue]: 'StepOutcome',
  'gateway-erase': 'ErasureJob',
  'billing-payments': 'PaymentJob',
}
const crossingOf = ({ queue }: Message): Crossing => schemaOf[queue] ?? 'VisionJob'

/** What the guide tells operators to set while processes of both releases run. */
const besideFormer = { READING: 'false', BATCHES: 'false' }

let product: Product
let people: People
beforeAll(async () => {
  const own = inject('servers')
  const servers = { ...own, secrets: { ...own.secrets, ...corpusSecrets } }
  product = await startProduct({
    servers,
    env: { ...generousLimits, ...besideFormer },
    before: (stores) => loadCorpus(stores, corpus, servers.secrets),
  })
  const { guest, account, key, test } = corpus.people
  people = { guest: known(guest), account: known(account), key: known(key), test: known(test) }
})
afterAll(() => product?.stop())

function known({ cookies, apiKey }: Identity): Client {
  const client = new Client(product.url, apiKey ?? undefined)
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
  return client
}

describe('after the former release', () => {
  it('ends the work that was in flight by the jobs and results it was in, once', async () => {
    const { guest } = people
    for (const { id, status } of corpus.open) {
      const { key } = people
      const reply = [await guest.settle(id), await key.settle(id)].find((each) => each.status !== 404)
      expect([id, reply?.status, reply?.body]).toEqual([id, status, expect.anything()])
    }
    // Nothing was given out again: what the former release had sent was understood.
    const ids = corpus.open.map(({ id }) => id)
    expect(await rows('select id from gateway.steps where id = any($1) and attempts > 1', [ids])).toEqual([])
    expect(await rows('select id from billing.wallets where held <> 0')).toEqual([])
  })

  it('answers all that its people could ask for', async () => {
    for (const { person, path, status } of corpus.visits) {
      const { status: now, body } = await people[person].ask(path)
      expect({ person, path, status: now, ...(now !== status && { body }) }).toEqual({ person, path, status })
    }
    for (const page of Object.values(pagePaths))
      expect([page, (await people.account.ask(page)).status]).toEqual([page, 200])
    const again = { method: 'POST', headers: { 'Idempotency-Key': topUpKey } }
    expect((await people.guest.ask('/api/credits/add', again)).status).toBe(200)
  })

  it('reads every message that its queues were given', () => {
    const readers = { VisionJob, StepOutcome, ErasureJob, PaymentJob }
    for (const message of corpus.messages) {
      const reader: z.ZodType = readers[crossingOf(message) as keyof typeof readers]
      expect([message, reader.safeParse(message.data).error?.issues]).toEqual([message, undefined])
    }
    expect(AccountRecord.safeParse(corpus.account).error?.issues).toBeUndefined()
  })
})

describe('before the former release comes back', () => {
  it('gives nobody messages or rows that it cannot read', async () => {
    using recorder = await recordMessages(product.redisUrl)
    const { guest, account } = await play(product)
    expect(new Set(recorder.messages.map(({ queue }) => queue))).toEqual(
      new Set(corpus.messages.map(({ queue }) => queue)),
    )
    for (const message of recorder.messages) expectReadable(crossingOf(message), message.data)
    for (const { problem } of await rows<{ problem: object }>(
      `select json_build_object('sentence', problem_sentence, 'params', problem_params) as problem
       from gateway.steps where problem_sentence is not null`,
    ))
      expectReadable('ProblemFacts', problem)
    expectReadable('AccountRecord', await accountOf({ account }))
    await expectPagesReadable(guest)
  })

  it('itself reads what a release to come may add', async () => {
    await change(
      `result = result || '{"folded": true, "reasons": ["crumpled"]}'`,
      `kind = 'detect' and state = 'done'`,
    )
    await change(`problem_sentence = 'on_fire', problem_params = '{"degrees": 451}'`, `state = 'failed'`)
    const lists = corpus.visits.filter(({ path, status }) => path.includes('/ingestions') && status === 200)
    for (const { person, path } of lists)
      expect([path, (await people[person].ask(path)).status]).toEqual([path, 200])
  })
})

async function change(columns: string, which: string): Promise<void> {
  expect(await rows(`update gateway.steps set ${columns} where ${which} returning id`)).not.toEqual([])
}

/** Pages that are open in browsers are still those of the former release. */
async function expectPagesReadable(client: Client): Promise<void> {
  const { ingestions } = (await client.ask<{ ingestions: Item[] }>('/api/v1/detourage/ingestions')).body
  const pages = ingestions.flatMap((item) => item.pages)
  const made = pages.flatMap(({ rectify }) => (rectify?.artifacts.warped_path ? [rectify] : []))
  expect(made.length).toBeGreaterThan(1)
  for (const { ingest } of ingestions) if (ingest) expectReadable('IngestReply', ingest)
  for (const { detect } of pages) if (detect) expectReadable('DetectReply', detect)
  for (const rectify of made) expectReadable('RectifyReply', rectify)
}

/** By the former release's own schemas. */
function expectReadable(crossing: Crossing, data: unknown): void {
  const schema = z.fromJSONSchema(corpus.schemas[crossing] as Parameters<typeof z.fromJSONSchema>[0])
  expect([crossing, data, schema.safeParse(data).error?.issues]).toEqual([crossing, data, undefined])
}

async function rows<Row>(query: string, values: unknown[] = []): Promise<Row[]> {
  await using client = await connect(product.database.urls.admin)
  return (await client.query(query, values)).rows as Row[]
}
