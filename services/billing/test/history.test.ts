import type { HistoryLine } from '@equerre/contract/credits'
import { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bought, eventually, lines, spend } from './shop.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

type Page = { lines: HistoryLine[]; next_cursor: number | null }

describe('the history', () => {
  it('shows a guest what each credit was spent on, with the file’s name while it is kept', async () => {
    const guest = await Client.guest(product.url)
    const photo = await photographDocument({ seed: 4, width: 600, height: 400 })
    const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'facture.jpg' })).body
    await guest.rectify({
      ingestion_id,
      options: '{"dpi":72,"corners":[[0.1,0.1],[0.9,0.1],[0.9,0.9],[0.1,0.9]]}',
    })
    await guest.ask('/api/credits/add', { method: 'POST' })
    const told = await lines({ client: guest, id: '' })
    expect(told.map(({ kind, credits, balance, file }) => ({ kind, credits, balance, file }))).toEqual([
      { kind: 'free_topup', credits: 5, balance: 14, file: null },
      { kind: 'capture', credits: -1, balance: 9, file: { name: 'facture.jpg', page: 1 } },
      { kind: 'grant_guest', credits: 10, balance: 10, file: null },
    ])
    await guest.erase(ingestion_id)
    expect((await lines({ client: guest, id: '' })).map(({ file }) => file)).toEqual([null, null, null])
  })

  it('shows what is owed', async () => {
    const person = await bought(product)
    await spend(product, person, 170)
    await product.stripe.refund(person.paymentId)
    await eventually(async () => (await lines(person))[0]).toMatchObject({
      kind: 'clawback',
      credits: -30,
      owed: 170,
      balance: 0,
    })
  })

  it('comes in pages that add up to the whole, each balance the sum of the lines below', async () => {
    const person = await bought(product)
    for (let i = 0; i < 11; i++) await spend(product, person, 1)
    const whole = await lines(person)
    const paged: HistoryLine[] = []
    for (let cursor: number | null | undefined; cursor !== null;) {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`
      const { body } = await person.client.ask<Page>(`/api/credits/history?limit=5${query}`)
      paged.push(...body.lines)
      cursor = body.next_cursor
    }
    expect(paged).toEqual(whole)
    const sums = whole
      .toReversed()
      .map((_, i, all) => all.slice(0, i + 1).reduce((sum, { credits }) => sum + credits, 0))
    expect(whole.toReversed().map(({ balance }) => balance)).toEqual(sums)
  })

  it.each(['limit=0', 'limit=101', 'cursor=0', 'cursor=abc', 'cursor=-1', 'cursor=1.5'])(
    'refuses %s',
    async (query) => {
      const guest = await Client.guest(product.url)
      expect((await guest.ask(`/api/credits/history?${query}`)).status).toBe(422)
    },
  )
})
