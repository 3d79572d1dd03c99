import { jobOf, Client } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { beginUpload } from '@equerre/testkit/raw-upload'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows, until } from './support/observe.ts'

/** How soon an idempotency key becomes usable again when its upload dies. */

describe.skipIf(missingS3)('an upload that dies releases its idempotency key', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let product: Product
  let photo: Picture
  beforeAll(async () => {
    s3 = await startS3()
    product = await startProduct({ storage: s3.variables })
    photo = await photographDocument({ seed: 21, width: 800, height: 600 })
  })
  afterAll(async () => {
    await product?.stop()
    await s3?.stop()
  })

  /** Sends the beginning of a file with a key, and leaves the rest to the test. */
  async function begin(guest: Client, key: string): Promise<Socket> {
    const first = photo.jpeg.subarray(0, 20_000)
    const { socket } = beginUpload(guest, first, { headers: { 'Idempotency-Key': key } })
    const held = async () =>
      (await rows(product, 'select 1 from gateway.idempotency where key = $1', [key])).length === 1
    await until(held)
    return socket
  }
  const again = (guest: Client, key: string) =>
    guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' }, { 'Idempotency-Key': key, Prefer: 'respond-async' })

  it('at once when the client hangs up, even while the storage is down', async () => {
    const guest = await Client.guest(product.url)
    const socket = await begin(guest, 'raccroche')
    expect((await again(guest, 'raccroche')).status).toBe(409)
    const bringBack = await s3.lose()
    socket.destroy()
    const held = () => rows(product, `select 1 from gateway.idempotency where key = 'raccroche'`)
    await until(async () => (await held()).length === 0)
    await bringBack()
    const answer = await again(guest, 'raccroche')
    expect(answer.status).toBe(202)
    expect((await guest.settle(jobOf(answer).id)).status).toBe(200)
  })

  it('within half a minute when its gateway dies with it', async () => {
    const guest = await Client.guest(product.url)
    await begin(guest, 'passerelle')
    await product.kill('gateway')
    await product.restart('gateway')
    const [claim] = await rows<{ seconds: number }>(
      product,
      `select extract(epoch from now() - coalesce(alive_at, created_at))::float8 as seconds
       from gateway.idempotency where key = 'passerelle'`,
    )
    expect(claim!.seconds).toBeLessThan(30)
    // Age only this row, as if there had been no heartbeat for 21 seconds.
    await rows(
      product,
      `update gateway.idempotency set alive_at = now() - interval '21 seconds' where key = 'passerelle'`,
    )
    const answer = await again(guest, 'passerelle')
    expect(answer.status).toBe(202)
    expect((await guest.settle(jobOf(answer).id)).status).toBe(200)
  })

  it('but not while it is still arriving, however slowly', async () => {
    const guest = await Client.guest(product.url)
    const socket = await begin(guest, 'lent')
    await rows(
      product,
      `update gateway.idempotency set alive_at = now() - interval '19 seconds' where key = 'lent'`,
    )
    // It sends a heartbeat every five seconds.
    await until(async () => {
      const fresh = await rows(
        product,
        `select 1 from gateway.idempotency where key = 'lent' and alive_at > now() - interval '5 seconds'`,
      )
      return fresh.length === 1
    })
    expect((await again(guest, 'lent')).status).toBe(409)
    socket.destroy()
  })
})
