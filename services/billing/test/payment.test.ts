import { connect } from '@equerre/local/servers/databases'
import type { Session } from '@equerre/local/stand-ins/stripe/account'
import { Client, problemOf } from '@equerre/testkit/client'
import { startProduct, type Product } from '@equerre/testkit/product'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  alarms,
  balances,
  bought,
  buyer,
  eventually,
  lines,
  open,
  purchases,
  reached,
  rows,
  spend,
  violationsOf,
  type Buyer,
} from './shop.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

describe('a checkout', () => {
  it('opens a French page with the price, and brings the buyer back', async () => {
    const { client } = await buyer(product)
    const reply = await client.ask<{ url: string }>('/api/create-checkout-session/pack200', {
      method: 'POST',
    })
    expect(reply.status).toBe(200)
    const page = await (await fetch(reply.body.url)).text()
    expect(page.replaceAll(/\s/g, ' ')).toContain('Payer 8,00 €')
    expect(page).toContain('Annuler')
    const session = await product.stripe.session(reply.body.url)
    expect(session).toMatchObject({
      amount_total: 800,
      currency: 'eur',
      cancel_url: `${product.url}/pricing`,
    })
    const paid = await fetch(reply.body.url, { method: 'POST', redirect: 'manual' })
    expect([paid.status, paid.headers.get('Location')]).toEqual([303, `${product.url}/account?achat=ok`])
    await reached({ client }, 200)
  })

  it('gives its invoice to the buyer only, and only once paid', async () => {
    const [person, stranger, waiting] = [await bought(product), await buyer(product), await buyer(product)]
    await open(product, waiting, 'pack100')
    const idOf = async (owner: string) =>
      (
        await rows<{ id: string }>(product, 'select id from billing.purchases where wallet_id = $1', [owner])
      )[0]!.id
    const invoice = ({ client }: Buyer, id: string) =>
      client.ask<{ url: string }>(`/api/purchases/${id}/invoice`)
    const { status, body } = await invoice(person, await idOf(person.id))
    expect(status).toBe(200)
    expect((await (await fetch(body.url)).text()).replaceAll(/\s/g, ' ')).toMatch(/Facture.*8,00 €/)
    expect((await invoice(stranger, await idOf(person.id))).status).toBe(404)
    expect((await invoice(waiting, await idOf(waiting.id))).status).toBe(404)
  })

  it('returns a buyer who came from the desk to it, and redirects nowhere else', async () => {
    const { client } = await buyer(product)
    const ask = (next: string) =>
      client.ask<{ url: string }>(`/api/create-checkout-session/pack100?next=${encodeURIComponent(next)}`, {
        method: 'POST',
      })
    const inEnglish = await (await fetch((await ask('/en/camscan')).body.url)).text()
    expect(inEnglish).toContain('Équerre: 100 credits')
    const { url } = (await ask('/camscan')).body
    expect(await (await fetch(url)).text()).toContain('Équerre : 100 crédits')
    expect(await product.stripe.session(url)).toMatchObject({
      success_url: `${product.url}/camscan?achat=ok`,
      cancel_url: `${product.url}/camscan`,
    })
    for (const next of ['https://exemple.test/', '//exemple.test', '/camscan/../x', '/pricing', ''])
      expect(problemOf(await ask(next)).code).toBe('invalid_request')
  })

  it.each(['pack100', 'pack200', 'pack300'] as const)('grants what %s promises', async (packId) => {
    const person = await buyer(product)
    const { session } = await open(product, person, packId)
    await product.stripe.pay(session.id)
    await reached(person, Number(packId.slice(4)))
  })

  it('is refused to guests and for unknown packs', async () => {
    const guest = await Client.guest(product.url)
    const asked = (client: Client, pack: string) =>
      client.ask(`/api/create-checkout-session/${pack}`, { method: 'POST' })
    expect((await asked(guest, 'pack200')).status).toBe(401)
    const { client } = await buyer(product)
    for (const pack of ['pack1', 'pack201', '__proto__', 'constructor'])
      expect(problemOf(await asked(client, pack)).code).toBe('invalid_request')
    const elsewhere = await client.ask('/api/create-checkout-session/pack200', {
      method: 'POST',
      crossSite: true,
    })
    expect(elsewhere.status).toBe(403)
  })

  it('leads to the same page for the same key, even when repeated concurrently', async () => {
    const person = await buyer(product)
    const ask = (pack: string, query = '') =>
      person.client.ask<{ url: string }>(`/api/create-checkout-session/${pack}${query}`, {
        method: 'POST',
        headers: { 'Idempotency-Key': 'double clic' },
      })
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask('pack200')))
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1)
    expect(await purchases(product, person.id)).toHaveLength(1)
    expect(problemOf(await ask('pack300')).code).toBe('idempotency_mismatch')
    expect(problemOf(await ask('pack200', '?next=/camscan')).code).toBe('idempotency_mismatch')
  })
})

describe('a payment', () => {
  it('is granted once despite 50 messages and 50 return pages at once', async () => {
    const person = await buyer(product)
    const { session } = await open(product, person, 'pack200')
    await product.stripe.deliver('held')
    await product.stripe.pay(session.id)
    const looks = Array.from({ length: 50 }, () => person.client.credits())
    await Promise.all([product.stripe.flush({ copies: 50 }), ...looks])
    await product.stripe.deliver('live')
    await reached(person, 200)
    expect((await lines(person)).filter(({ kind }) => kind === 'purchase')).toHaveLength(1)
  })

  it('that is pending is granted when it succeeds, and not before', async () => {
    const person = await buyer(product)
    const { session } = await open(product, person, 'pack100')
    await product.stripe.pay(session.id, { delayed: true })
    await eventually(() => purchases(product, person.id)).toMatchObject([{ state: 'pending' }])
    expect(await person.client.credits()).toBe(0)
    await product.stripe.settle(session.id, { succeeds: true })
    await reached(person, 100)
  })

  it('that fails later or expires grants nothing', async () => {
    const person = await buyer(product)
    const [failing, expiring] = [
      await open(product, person, 'pack100'),
      await open(product, person, 'pack300'),
    ]
    await product.stripe.pay(failing.session.id, { delayed: true })
    await product.stripe.settle(failing.session.id, { succeeds: false })
    await product.stripe.expire(expiring.session.id)
    await eventually(async () => (await purchases(product, person.id)).map(({ state }) => state)).toEqual([
      'failed',
      'expired',
    ])
    expect(await person.client.credits()).toBe(0)
  })

  it.each<[string, (session: Session) => Partial<Session>]>([
    ['of a different price', () => ({ amount_total: 1 })],
    ['in a different currency', () => ({ currency: 'usd' })],
    ['whose metadata names another pack', ({ metadata }) => ({ metadata: { ...metadata, pack: 'pack300' } })],
    [
      'whose metadata names another purchase',
      ({ metadata }) => ({ metadata: { ...metadata, purchase_id: 'x' } }),
    ],
    ['whose metadata names no purchase', () => ({ metadata: {} })],
    ['that somebody else claims', () => ({ client_reference_id: 'c0ffee00-0000-4000-8000-000000000000' })],
    ['that nobody claims', () => ({ client_reference_id: null })],
  ])('%s grants nothing', async (_name, change) => {
    const person = await buyer(product)
    const { session } = await open(product, person, 'pack200')
    await product.stripe.tamper(session.id, change(session))
    await product.stripe.pay(session.id)
    await eventually(() => alarms(product, session.id)).toBeGreaterThan(0)
    expect(await person.client.credits()).toBe(0)
    expect(await purchases(product, person.id)).toMatchObject([{ state: 'open' }])
  })
})

describe('a refund', () => {
  it('takes back its share when partial, and everything when completed', async () => {
    const person = await bought(product)
    await product.stripe.refund(person.paymentId, 200)
    await reached(person, 150)
    await product.stripe.refund(person.paymentId)
    await reached(person, 0)
  })

  it('of spent credits is owed, and repaid by the next purchase', async () => {
    const person = await bought(product)
    await spend(product, person, 170)
    await product.stripe.refund(person.paymentId)
    await reached(person, 0)
    expect(await balances(product, person.id)).toMatchObject({ posted: 0, held: 0, owed: 170 })
    const { session } = await open(product, person, 'pack300')
    await product.stripe.pay(session.id)
    await reached(person, 130)
    expect(await balances(product, person.id)).toMatchObject({ owed: 0 })
  })

  it('that fails gives its credits back', async () => {
    const person = await bought(product)
    const refund = await product.stripe.refund(person.paymentId)
    await reached(person, 0)
    await product.stripe.failRefund(refund.id)
    await reached(person, 200)
  })

  it('that fails while what was read of it before waits to be applied gives its credits back', async () => {
    const person = await bought(product)
    const waiting = () =>
      rows(
        product,
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%purchases%'`,
      )
    const takings = async () => (await lines(person)).filter(({ credits }) => credits < 0)
    await using held = await connect(product.database.urls.admin)
    await held.query('begin')
    await held.query('select from billing.purchases where payment_id = $1 for update', [person.paymentId])
    const refund = await product.stripe.refund(person.paymentId)
    // One for each message that Stripe sends about a refund.
    await eventually(waiting).toHaveLength(2)
    await product.stripe.deliver('dropped')
    await product.stripe.failRefund(refund.id)
    await product.stripe.deliver('live')
    await held.query('commit')
    await eventually(takings).not.toHaveLength(0)
    await reached(person, 200)
  })

  it('counts once when its messages are duplicated and reversed', async () => {
    const person = await bought(product)
    await product.stripe.deliver('held')
    await product.stripe.refund(person.paymentId, 400)
    await product.stripe.refund(person.paymentId, 200)
    await product.stripe.flush({ copies: 2, reversed: true })
    await product.stripe.deliver('live')
    await reached(person, 50)
  })
})

describe('a dispute', () => {
  it('takes the credits back, and returns them when won', async () => {
    const person = await bought(product)
    const dispute = await product.stripe.dispute(person.paymentId)
    await reached(person, 0)
    await product.stripe.closeDispute(dispute.id, 'won')
    await reached(person, 200)
  })

  it('that is lost keeps them', async () => {
    const person = await bought(product)
    const dispute = await product.stripe.dispute(person.paymentId)
    await reached(person, 0)
    await product.stripe.closeDispute(dispute.id, 'lost')
    // Triggers another message about the same payment, which must find it unchanged.
    await product.stripe.dispute(person.paymentId)
    expect(await person.client.credits()).toBe(0)
  })
})

describe('a message', () => {
  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_x' } },
  })
  const post = (body: string, headers: Record<string, string>) =>
    fetch(`${product.url}/api/stripe/webhook`, { method: 'POST', body, headers })
  const sign = (payload: string, secret: string, timestamp?: number) =>
    Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, ...(timestamp ? { timestamp } : {}) })

  it.each<[string, () => Promise<Record<string, string>>]>([
    ['without a signature', async () => ({})],
    ['with an empty signature', async () => ({ 'Stripe-Signature': '' })],
    ['with nonsense', async () => ({ 'Stripe-Signature': 't=1,v1=zz' })],
    ['signed by somebody else', async () => ({ 'Stripe-Signature': await sign(event, 'whsec_other') })],
    [
      'signed for other bytes',
      async () => ({ 'Stripe-Signature': await sign(`${event} `, product.stripe.webhookSecret) }),
    ],
    [
      'signed six minutes ago',
      async () => ({
        'Stripe-Signature': await sign(
          event,
          product.stripe.webhookSecret,
          Math.floor(Date.now() / 1_000) - 360,
        ),
      }),
    ],
  ])('%s is refused', async (_name, headers) => {
    const before = await rows(product, 'select count(*) from billing.purchases')
    const reply = await post(event, await headers())
    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({ code: 'invalid_request' })
    expect(await rows(product, 'select count(*) from billing.purchases')).toEqual(before)
  })

  it.each([
    ['of an unknown type', { type: 'customer.created', data: { object: { id: 'cus_1' } } }],
    [
      'about an order that Stripe does not know',
      { type: 'checkout.session.completed', data: { object: { id: 'cs_x' } } },
    ],
    ['about an unknown payment', { type: 'charge.refunded', data: { object: { payment_intent: 'pi_x' } } }],
    [
      'about a charge without a payment',
      { type: 'charge.refunded', data: { object: { id: 'ch_1', payment_intent: null } } },
    ],
  ])('%s is accepted without effect', async (_name, content) => {
    const before = await rows(product, 'select count(*) from billing.entries')
    const body = JSON.stringify({ id: 'evt_2', object: 'event', ...content })
    const reply = await post(body, { 'Stripe-Signature': await sign(body, product.stripe.webhookSecret) })
    expect([reply.status, await reply.json()]).toEqual([200, { received: true }])
    expect(await rows(product, 'select count(*) from billing.entries')).toEqual(before)
  })
})

it('leaves a ledger that keeps its invariants', async () => {
  expect(await violationsOf(product)).toEqual({})
})
