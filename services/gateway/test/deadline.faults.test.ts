import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf } from './support/observe.ts'

let product: Product
let photo: Picture
beforeAll(async () => {
  photo = await photographDocument({ seed: 31, width: 1600, height: 1200, page: 'letter', coverage: 0.5 })
  product = await startProduct({ env: { STEP_SECONDS_MAX: '5' } })
})
afterAll(() => product?.stop())

describe('a step that nobody can finish', () => {
  it('fails at its deadline, and its credit is given back', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body
    await product.kill('vision-worker')
    const asked = await guest.rectify({ ingestion_id }, { Prefer: 'respond-async' })
    expect(await guest.credits()).toBe(9)
    const failed = await guest.settle(jobOf(asked).id)
    expect(failed.status).toBe(500)
    expect(failed.body).toMatchObject({
      code: 'internal',
      detail: expect.stringContaining('Aucun crédit débité'),
    })
    expect(await guest.credits()).toBe(10)
  })

  it('fails its file too if it was the ingest, and leaves no objects', async () => {
    await product.kill('vision-worker')
    const guest = await Client.guest(product.url)
    const asked = await guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' }, { Prefer: 'respond-async' })
    const { id, ingestion_id } = jobOf(asked)
    expect((await guest.settle(id)).status).toBe(500)
    expect((await guest.detect({ ingestion_id })).body).toMatchObject({ code: 'unreadable_file' })
    expect(objectsOf(product, ingestion_id)).toEqual([])
  })
})
