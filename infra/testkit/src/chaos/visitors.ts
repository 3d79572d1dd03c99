import type { Batch } from '@equerre/contract/batches'
import type { DetectReply, IngestReply } from '@equerre/contract/detourage'
import type { ApiKeys } from '@equerre/contract/identity'
import { connect } from '@equerre/local/servers/databases'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Reply } from '../client.ts'
import type { Product } from '../product.ts'
import { signIn } from '../sign-in.ts'
import type { Deployment, Photo } from './deployment.ts'
import type { Work } from './work.ts'

/** How long a client waits for an answer before it asks again. */
const patienceMs = 15_000
const retryMs = 500
/** From a payment to its credits, on a busy machine. */
const paidMs = 60_000
const credits = 1_000_000
/** Small, so that faults and not pages are what takes the time. */
const options = '{"dpi":72}'

/** Somebody who works without end, one visit after another. */
export type Visitor = {
  readonly client: Client
  /** What the wallet holds that pays for its pages. */
  readonly credits: () => Promise<number>
  readonly visit: (work: Work) => Promise<unknown>
  /** Comes after everybody else, so how long it takes says nothing. */
  readonly isPatient?: true
}

/** Hangs up on whoever says nothing. */
class BoundedClient extends Client {
  override ask<Body>(...[path, asked]: Parameters<Client['ask']>): Promise<Reply<Body>> {
    return super.ask(path, { signal: AbortSignal.timeout(patienceMs), ...asked })
  }
  override bytes(...[path, asked]: Parameters<Client['bytes']>): ReturnType<Client['bytes']> {
    return super.bytes(path, { signal: AbortSignal.timeout(patienceMs), ...asked })
  }
}

/** Guests, people who have signed in, keys, and programs that send batches and are told of them: `each` of every kind, all from networks of their own. */
export async function inviteVisitors(at: Deployment, each = 1): Promise<readonly Visitor[]> {
  const { url, product, photo } = at
  let networks = 0
  const from = () => ({ 'X-Forwarded-For': `192.${++networks}.2.1` })
  const guest = async () => {
    const client = new BoundedClient(url, undefined, from())
    await client.credits()
    return client
  }
  const person = async () => {
    const email = `${randomUUID()}@exemple.test`
    const client = await signIn(url, { person: 'new', email }, new BoundedClient(url, undefined, from()))
    await using admin = await connect(product.database.urls.admin)
    await admin.query('select billing.top_up(id, $2) from auth.users where email = $1', [email, credits])
    await buyPack(product, client)
    return client
  }
  const stepping = (client: Client): Visitor => ({
    client,
    credits: () => client.credits(),
    visit: (work) => stepByStep(work, photo),
  })
  const keyed = async (visit: Visitor['visit']): Promise<Visitor> => {
    const owner = await person()
    const { api_key } = (await owner.ask<ApiKeys>('/api/api-key/me')).body
    const client = new BoundedClient(url, api_key, from())
    return { client, credits: () => owner.credits(), visit }
  }
  const program = async () => {
    const visitor = await keyed((work) => inBatches(work, at))
    await visitor.client.ask('/api/v1/webhooks', asJson({ url: at.elsewhere.url('/told') }))
    return { ...visitor, isPatient: true } as const
  }
  const visitors: Visitor[] = []
  for (let times = 0; times < each; times++)
    visitors.push(
      stepping(await guest()),
      stepping(await person()),
      await keyed((work) => atOnce(work, photo)),
      await program(),
    )
  return visitors
}

/** Who has bought once pays, and goes before those who have not. */
async function buyPack({ stripe }: Product, client: Client): Promise<void> {
  const order = await client.ask<{ url: string }>('/api/create-checkout-session/pack100', { method: 'POST' })
  await stripe.pay((await stripe.session(order.body.url)).id)
  const endMs = performance.now() + paidMs
  while ((await client.credits()) <= credits) {
    if (performance.now() > endMs) throw new Error('credits that were paid have not come')
    await sleep(retryMs)
  }
}

/** What the page does with a file, and more at once. */
async function stepByStep(work: Work, photo: Photo): Promise<void> {
  const { client } = work
  const file = await work.do<IngestReply>('ingest', (headers) => client.ingest(photo, headers))
  if (!file) return
  const { ingestion_id } = file
  await Promise.all([
    work.do<DetectReply>('detect', (headers) => client.detect({ ingestion_id }, headers)),
    work.page('rectify', (headers) => client.rectify({ ingestion_id, options }, headers)),
    work.page('rectify', (headers) => client.rectify({ ingestion_id, options }, headers)),
  ])
}

async function atOnce(work: Work, photo: Photo): Promise<void> {
  const oneShot = () => work.page('one shot', (headers) => work.client.oneShot(photo, { options }, headers))
  await Promise.all([oneShot(), oneShot()])
}

async function inBatches(work: Work, { elsewhere, told }: Deployment): Promise<void> {
  const items = ['1', '2'].map((reference) => ({ url: elsewhere.url('/page.jpg'), reference }))
  const asked = asJson({ items, options: { dpi: 72 } })
  const send = (headers: Readonly<Record<string, string>>) =>
    work.client.ask<Batch>('/api/v1/detourage/batches', {
      ...asked,
      headers: { ...asked.headers, ...headers },
    })
  await work.batch(send, told)
}

function asJson(body: object) {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}
