import type { Withdrawal, WithdrawalOffer } from '@equerre/contract/billing'
import { Client, problemOf, type Reply } from '@equerre/testkit/client'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bought, buyer, eventually, reached, rows, spend, violationsOf, type Buyer } from './shop.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const declarant = { name: 'Claire Aubry', email: 'claire.aubry@exemple.test' }

async function offers({ client }: Buyer): Promise<WithdrawalOffer[]> {
  return (await client.ask<{ offers: WithdrawalOffer[] }>('/api/withdrawals')).body.offers
}

function confirm(
  { client }: Pick<Buyer, 'client'>,
  body: object,
  language = 'fr',
): Promise<Reply<Withdrawal>> {
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': language }
  return client.ask('/api/withdrawals', { method: 'POST', headers, body: JSON.stringify(body) })
}

async function purchaseOf(person: Buyer): Promise<string> {
  return (await offers(person))[0]?.purchase_id ?? ''
}

describe('a withdrawal', () => {
  it('shows what it would refund, then refunds the unused credits and gives an acknowledgement', async () => {
    const person = await bought(product)
    await spend(product, person, 63)
    const [offer] = await offers(person)
    expect(offer).toMatchObject({ pack: 'pack200', price_cents: 800, unused_credits: 137, refund_cents: 548 })

    const reply = await confirm(person, { purchase_id: offer?.purchase_id, ...declarant })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ credits: 137, refund_cents: 548 })
    const text = reply.body.acknowledgement.replaceAll(/\s+/g, ' ')
    for (const part of ['Claire Aubry', declarant.email, '200 crédits', '5,48 €', '8,00 €', 'heure de Paris'])
      expect(text).toContain(part)
    expect(reply.body.file_name).toMatch(/^equerre-retractation-.*\.txt$/)
    const inEnglish = await confirm(person, { purchase_id: offer?.purchase_id, ...declarant }, 'en')
    expect(inEnglish.body.acknowledgement).toContain('Amount refunded: €5.48')
    expect(inEnglish.body.file_name).toMatch(/^equerre-withdrawal-.*\.txt$/)
    expect(inEnglish.headers.get('Content-Language')).toBe('en')

    expect(await person.client.credits()).toBe(0)
    const refunds = () => product.stripe.refunds()
    await eventually(async () =>
      (await refunds()).filter(({ payment_intent: id }) => id === person.paymentId),
    ).toMatchObject([{ amount: 548 }])
    expect(await offers(person)).toEqual([])
  })

  it('takes effect once when declared ten times at once', async () => {
    const person = await bought(product)
    const body = { purchase_id: await purchaseOf(person), ...declarant }
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(person, body)))
    expect(new Set(replies.map(({ body: { acknowledgement } }) => acknowledgement)).size).toBe(1)
    expect(await person.client.credits()).toBe(0)
    const refunds = async () =>
      (await product.stripe.refunds()).filter(({ payment_intent: id }) => id === person.paymentId)
    await eventually(refunds).toMatchObject([{ amount: 800 }])
  })

  it('whose refund fails gives the credits back', async () => {
    const person = await bought(product)
    await confirm(person, { purchase_id: await purchaseOf(person), ...declarant })
    const refunds = async () =>
      (await product.stripe.refunds()).filter(({ payment_intent: id }) => id === person.paymentId)
    await eventually(refunds).toHaveLength(1)
    await product.stripe.failRefund((await refunds())[0]?.id ?? '')
    await reached(person, 200)
  })

  it('is refused to strangers, after the period, with nothing unused, and without a name', async () => {
    const person = await bought(product)
    const purchase_id = await purchaseOf(person)
    expect((await confirm(await buyer(product), { purchase_id, ...declarant })).status).toBe(404)
    expect(
      (await confirm({ client: await Client.guest(product.url) }, { purchase_id, ...declarant })).status,
    ).toBe(401)
    expect((await confirm(person, { purchase_id, ...declarant, name: ' ' })).status).toBe(422)
    expect((await confirm(person, { purchase_id, ...declarant, email: 'claire' })).status).toBe(422)

    await rows(product, `update billing.purchases set paid_at = now() - interval '19 days' where id = $1`, [
      purchase_id,
    ])
    expect(await offers(person)).toEqual([])
    const late = await confirm(person, { purchase_id, ...declarant })
    expect(problemOf(late).detail).toContain('quatorze jours')

    const spent = await bought(product)
    await spend(product, spent, 200)
    const nothing = await confirm(spent, { purchase_id: await purchaseOf(spent), ...declarant })
    expect(problemOf(nothing).detail).toContain('utilisés')
    expect(await person.client.credits()).toBe(200)
  })

  it('stores no name or address', async () => {
    const dump = await rows<{ row: string }>(
      product,
      'select w::text as row from billing.withdrawals w union all select p::text from billing.purchases p',
    )
    expect(JSON.stringify(dump)).not.toMatch(/aubry|exemple\.test/i)
  })
})

it('leaves a ledger that keeps its invariants', async () => {
  expect(await violationsOf(product)).toEqual({})
})
