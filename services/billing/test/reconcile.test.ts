import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { alarms, bought, buyer, eventually, open, reached, rows, violationsOf } from './shop.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { RECONCILE_SECONDS: '1' } })
})
afterAll(() => product.stop())

/** Drops every message to billing while `work` runs. */
async function unheard<T>(work: () => Promise<T>): Promise<T> {
  await product.stripe.deliver('dropped')
  try {
    return await work()
  } finally {
    await product.stripe.deliver('live')
  }
}

it('credits every payment although all messages were lost', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => buyer(product)))
  await unheard(async () => {
    for (const person of people) {
      const { session } = await open(product, person, 'pack100')
      await product.stripe.pay(session.id)
    }
  })
  for (const person of people) await reached(person, 100)
})

it('credits a delayed payment although no message reported it', async () => {
  const person = await buyer(product)
  await unheard(async () => {
    const { session } = await open(product, person, 'pack100')
    await product.stripe.pay(session.id, { delayed: true })
    await product.stripe.settle(session.id, { succeeds: true })
  })
  await reached(person, 100)
})

it('credits a payment whose order’s name never reached us', async () => {
  const person = await buyer(product)
  const { session } = await open(product, person, 'pack100')
  await rows(product, 'update billing.purchases set session_id = null where wallet_id = $1', [person.id])
  await unheard(() => product.stripe.pay(session.id))
  await reached(person, 100)
})

it('notices refunds and disputes that no message reported', async () => {
  const person = await bought(product)
  await unheard(() => product.stripe.refund(person.paymentId, 200))
  await reached(person, 150)
  const dispute = await unheard(() => product.stripe.dispute(person.paymentId))
  await reached(person, 0)
  await unheard(() => product.stripe.closeDispute(dispute.id, 'won'))
  await reached(person, 150)
})

it('keeps raising an alarm for what it cannot credit', async () => {
  const person = await buyer(product)
  const { session } = await open(product, person, 'pack100')
  await product.stripe.tamper(session.id, { amount_total: 1 })
  await unheard(() => product.stripe.pay(session.id))
  await eventually(() => alarms(product, session.id)).toBeGreaterThan(1)
  expect(await person.client.credits()).toBe(0)
})

it('leaves a ledger that keeps its invariants', async () => {
  expect(await violationsOf(product)).toEqual({})
})
