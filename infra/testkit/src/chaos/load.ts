import type { DetectReply, IngestReply, RectifyReply } from '@equerre/contract/detourage'
import type { ApiKeys } from '@equerre/contract/identity'
import { connect } from '@equerre/local/servers/databases'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, jobOf, problemOf, type Reply } from '../client.ts'
import { photographDocument } from '../pictures.ts'
import type { Product } from '../product.ts'
import { signIn } from '../sign-in.ts'
import type { Deployment } from './deployment.ts'

/** How long a client waits for an answer before it asks again. */
const patienceMs = 15_000
const retryMs = 500
/** Between visits: several set-ups must be able to work on two cores. */
const pauseMs = 2_000
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
}

/** What a load has come to. */
type Tally = {
  accepted: number
  finished: number
  /** Accepted and at work. */
  open: number
  /** Accepted and not finished: how each ended. */
  readonly lost: string[]
  /** Refused for good, or never answered. */
  readonly refused: string[]
  /** Pages that each visitor was given, at one credit each. */
  readonly dues: number[]
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

/** Guests, people who have signed in, and keys: `each` of every kind, all from networks of their own. */
export async function inviteVisitors({ url, product }: Deployment, each = 1): Promise<readonly Visitor[]> {
  const { jpeg } = await photographDocument({
    seed: 53,
    width: 800,
    height: 600,
    page: 'letter',
    coverage: 0.5,
  })
  const photo = { bytes: jpeg, name: 'page.jpg' }
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
  const key = async (): Promise<Visitor> => {
    const owner = await person()
    const { api_key } = (await owner.ask<ApiKeys>('/api/api-key/me')).body
    const client = new BoundedClient(url, api_key, from())
    return { client, credits: () => owner.credits(), visit: (work) => atOnce(work, photo) }
  }
  const visitors: Visitor[] = []
  for (let times = 0; times < each; times++)
    visitors.push(stepping(await guest()), stepping(await person()), await key())
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

type Photo = { readonly bytes: Uint8Array; readonly name: string }

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

type Ask<Body> = (headers: Readonly<Record<string, string>>) => Promise<Reply<Body>>

/** What one visitor asks for, each with an Idempotency-Key, again and again until there is an answer. */
class Work {
  readonly client: Client
  readonly #tally: Tally
  readonly #countPage: () => void
  readonly #givenUp: AbortSignal

  constructor(client: Client, tally: Tally, how: { countPage: () => void; givenUp: AbortSignal }) {
    this.client = client
    this.#tally = tally
    this.#countPage = how.countPage
    this.#givenUp = how.givenUp
  }

  /** @returns what the step ends with; null if it was refused or lost, which is written down */
  async do<Body>(what: string, ask: Ask<Body>): Promise<Body | null> {
    const headers = { 'Idempotency-Key': randomUUID(), Prefer: 'respond-async' }
    const first = await this.#answered(() => ask(headers))
    if (!first || ![200, 202].includes(first.status)) {
      this.#tally.refused.push(`${what}: ${describe(first)}`)
      return null
    }
    this.#tally.accepted++
    this.#tally.open++
    const ended = first.status === 200 ? first : await this.#ended<Body>(jobOf(first).id)
    this.#tally.open--
    if (ended?.status === 200) {
      this.#tally.finished++
      return ended.body
    }
    this.#tally.lost.push(`${what}: ${describe(ended)}`)
    return null
  }

  /** A page is finished when it has been downloaded. */
  async page(what: string, ask: Ask<RectifyReply>): Promise<void> {
    const path = (await this.do(what, ask))?.artifacts.warped_path
    if (!path) return
    this.#countPage()
    const page = await this.#answered(async () => {
      const { status, headers } = await this.client.bytes(path)
      return { status, headers, body: null }
    })
    if (page?.status !== 200) this.#tally.lost.push(`download: ${describe(page)}`)
  }

  #ended<Body>(id: string): Promise<Reply<Body> | null> {
    const poll = () =>
      this.client.ask<Body>(`/api/v1/detourage/jobs/${id}`, { headers: { Prefer: 'wait=5' } })
    return this.#answered(poll, { mayFail: true })
  }

  /**
   * Asks until there is an answer that says something about the work; null when the load is given up before.
   * @param mayFail whether work itself may have ended in an error of the server
   */
  async #answered<Body>(
    ask: () => Promise<Reply<Body>>,
    { mayFail = false } = {},
  ): Promise<Reply<Body> | null> {
    const again = mayFail ? [202, 429, 503] : [409, 429, 500, 502, 503, 504]
    while (!this.#givenUp.aborted) {
      const reply = await ask().catch(() => null)
      if (reply && (!again.includes(reply.status) || reply.headers.has('Idempotent-Replayed'))) return reply
      await sleep(reply ? (Number(reply.headers.get('Retry-After')) || retryMs / 1_000) * 1_000 : retryMs)
    }
    return null
  }
}

function describe(reply: Reply<unknown> | null): string {
  return reply ? `${reply.status} ${problemOf(reply).code ?? ''}` : 'no answer'
}

export type Load = {
  readonly tally: Readonly<Tally>
  /** Whether every visitor has ended a visit that it began after `sinceMs` on the clock of `performance`. */
  readonly isFresh: (sinceMs: number) => boolean
  /** Lets the visits that have begun end, and after `maxMs` gives up what they wait for. */
  readonly end: (maxMs: number) => Promise<void>
}

export function startLoad(visitors: readonly Visitor[]): Load {
  const tally: Tally = {
    accepted: 0,
    finished: 0,
    open: 0,
    lost: [],
    refused: [],
    dues: visitors.map(() => 0),
  }
  const givenUp = new AbortController()
  const begunMs = new Map<Visitor, number>()
  let over = false
  const keepOn = async (visitor: Visitor, index: number) => {
    const countPage = () => void tally.dues[index]!++
    const work = new Work(visitor.client, tally, { countPage, givenUp: givenUp.signal })
    while (!over) {
      const now = performance.now()
      await visitor.visit(work)
      begunMs.set(visitor, now)
      await sleep(pauseMs)
    }
  }
  const visits = visitors.map(keepOn)
  return {
    tally,
    isFresh: (sinceMs) => visitors.every((visitor) => (begunMs.get(visitor) ?? -Infinity) > sinceMs),
    end: async (maxMs) => {
      over = true
      const late = setTimeout(() => givenUp.abort(), maxMs)
      await Promise.all(visits)
      clearTimeout(late)
    },
  }
}
