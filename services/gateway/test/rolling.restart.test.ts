import { startReplicas, type ReplicaSet } from '@equerre/testkit/balancer'
import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countInLog, rows, until } from './support/observe.ts'

const services = ['vision-worker', 'auth', 'billing', 'gateway'] as const
/** Enough to keep every process busy. */
const visitors = 3
const pauseMs = 100
/** Twelve processes are started, some of them in order. */
const timeoutMs = 240_000

let product: Product
let photo: Picture
let replicas: Record<(typeof services)[number], ReplicaSet>
beforeAll(async () => {
  photo = await photographDocument({ seed: 71, width: 800, height: 600, coverage: 0.5 })
  product = await startProduct({ env: { COOKIE_REQUESTS_PER_MINUTE: '100000', REQUEST_BURST: '100000' } })
  for (const name of services) await product.kill(name)
  const set = (name: (typeof services)[number], env: Record<string, string> = {}) =>
    startReplicas(product, name, { count: 2, env: { ...env, DRAIN_SECONDS: '1', WORKER_SLOTS: '1' } })
  const [auth, billing, worker] = await Promise.all([set('auth'), set('billing'), set('vision-worker')])
  const gateway = await set('gateway', { AUTH_URL: auth.url, BILLING_URL: billing.url })
  replicas = { auth, billing, gateway, 'vision-worker': worker }
}, timeoutMs)
afterAll(async () => {
  await Promise.all(Object.values(replicas ?? {}).map((set) => set.stop()))
  await product?.stop()
})

type Seen = { what: string; status: number }

/** A new guest: uploads a photograph, straightens it, and looks at the result. */
async function newcomer(url: string, saw: (seen: Seen) => void): Promise<void> {
  const guest = await Client.guest(url)
  const uploaded = await guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' })
  saw({ what: 'ingest', status: uploaded.status })
  const { ingestion_id } =
    uploaded.status === 202
      ? (await guest.settle<{ ingestion_id: string }>(jobOf(uploaded).id)).body
      : uploaded.body
  const asked = await guest.rectify({ ingestion_id, options: '{"dpi":72}' })
  saw({ what: 'rectify', status: asked.status })
  // A gateway that shuts down answers 202 to waiting requests; the page still comes, from the next one.
  if (asked.status === 202) saw({ what: 'job', status: (await guest.settle(jobOf(asked).id)).status })
  saw({ what: 'item', status: (await guest.item(ingestion_id)).status })
}

/** An account holder: uses auth and billing through the gateway. */
async function regular(client: Client, saw: (seen: Seen) => void): Promise<void> {
  saw({ what: 'me', status: (await client.ask('/api/me')).status })
  const order = await client.ask('/api/create-checkout-session/pack100', { method: 'POST' })
  saw({ what: 'checkout', status: order.status })
  await sleep(pauseMs)
}

it(
  'every process can be replaced under load without anyone noticing',
  async () => {
    const { url } = replicas.gateway
    const account = await signIn(url, { person: 'new', email: `${randomUUID()}@exemple.test` })
    const seen: Seen[] = []
    const failures: unknown[] = []
    let over = false
    const keepOn = async (visit: () => Promise<void>) => {
      while (!over) await visit().catch((error: unknown) => failures.push(error))
    }
    const saw = (one: Seen) => seen.push(one)
    const load = [
      ...Array.from({ length: visitors }, () => keepOn(() => newcomer(url, saw))),
      keepOn(() => regular(account, saw)),
    ]
    await until(async () => seen.some(({ what }) => what === 'item'))

    const ends: string[] = []
    for (const name of services) for (let i = 0; i < 2; i++) ends.push(await replicas[name].replaceOldest())
    over = true
    await Promise.all(load)

    expect(ends).toEqual(Array(8).fill('exit code 0'))
    expect(failures).toEqual([])
    expect(seen.filter(({ status }) => status !== 200 && status !== 202)).toEqual([])
    for (const what of ['ingest', 'rectify', 'item', 'me', 'checkout'])
      expect(seen.filter((one) => one.what === what).length, what).toBeGreaterThan(5)
    // Nothing was stalled, lost or tried twice, and nothing is still held.
    expect(
      await rows(product, `select state, attempts from gateway.steps where state <> 'done' or attempts > 1`),
    ).toEqual([])
    expect(countInLog(product, 'step dispatched again')).toBe(0)
    expect(await rows(product, 'select id from billing.wallets where held <> 0')).toEqual([])
  },
  timeoutMs,
)
