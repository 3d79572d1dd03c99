import type { ProblemBody } from '@equerre/contract/problems'
import { Client, problemOf } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { beginUpload } from '@equerre/testkit/raw-upload'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slowUploads } from './config.ts'
import { rows, until } from './observe.ts'

/** Uploads that come drop by drop into a real object storage: `SLOW_UPLOADS` of them, 60 unless told otherwise. */

const uploads = slowUploads
const perNetwork = uploads / 10
/** Just less than a part, so that nothing of it can be sent on. */
const bytesEach = 4_800_000
/** What a process may take more while they all arrive: the shared memory of uploads, and what their connections cost. */
const growthMaxMb = 160 + uploads / 4

const jpegMark = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

describe.skipIf(missingS3)('uploads that come slowly', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let product: Product
  beforeAll(async () => {
    s3 = await startS3()
    product = await startProduct({
      env: {
        TRUST_PROXY: '1',
        GUEST_WALLETS_PER_NETWORK_PER_DAY: '1000',
        UPLOAD_SLOW_SECONDS_MAX: '5',
        OPEN_UPLOADS_PER_USER_MAX: '4',
        // As few for them as there are for 500.
        OPEN_UPLOADS_MAX: String(1.2 * uploads),
      },
      storage: s3.variables,
    })
  })
  afterAll(async () => {
    await product?.stop()
    await s3?.stop()
  })

  /** A guest of an address of its own, of which a tenth share a network. */
  async function guestAt(i: number): Promise<Client> {
    const guest = new Client(product.url, undefined, { 'X-Forwarded-For': addressOf(i) })
    await guest.credits()
    return guest
  }
  const addressOf = (i: number) => `198.51.${Math.floor(i / perNetwork)}.${1 + (i % perNetwork)}`

  /** Begins an upload of a guest; the rest of it is the test's. */
  const begin = async (i: number, known?: Client) => beginUpload(known ?? (await guestAt(i)), jpegMark)

  const receiving = () => rows(product, `select id from gateway.ingestions where state = 'receiving'`)

  const rssMb = () => {
    const status = readFileSync(`/proc/${product.pidOf('gateway')}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
  }

  it(`${uploads} of them take no more memory than all uploads may, and another guest’s gets through`, async () => {
    const other = await guestAt(uploads)
    const photo = await photographDocument({ seed: 21, width: 800, height: 600 })
    const file = { bytes: photo.jpeg, name: 'page.jpg' }
    expect((await other.ingest(file)).status).toBe(200)
    const quietMb = rssMb()
    const open = await Promise.all(Array.from({ length: uploads }, (_, i) => begin(i)))
    const piece = Buffer.alloc(bytesEach / 10, 7)
    let mostMb = 0
    for (let i = 0; i < 10; i++) {
      for (const { socket } of open) if (socket.writable) socket.write(piece)
      await sleep(500)
      mostMb = Math.max(mostMb, rssMb())
    }
    expect((await other.ingest(file)).status).toBe(200)
    mostMb = Math.max(mostMb, rssMb())
    // oxlint-disable-next-line no-console -- The figure of the named run.
    console.log(`${uploads} slow uploads: ${Math.round(quietMb)} MB quiet, ${Math.round(mostMb)} MB at most`)
    expect(mostMb - quietMb).toBeLessThan(growthMaxMb)
    for (const { socket } of open) socket.destroy()
    await until(
      async () =>
        (await rows(product, `select id from gateway.ingestions where state = 'receiving'`)).length === 0,
    )
  })

  it('that come too slowly are ended with a sentence, and their place is free', async () => {
    const { socket, answer } = await begin(0)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const drops = setInterval(() => socket.write('goutte'), 200)
    await closed
    clearInterval(drops)
    expect(answer()).toMatch(/^HTTP\/1\.1 408 /)
    const problem = JSON.parse(answer().slice(answer().indexOf('{'))) as ProblemBody
    expect(problem).toMatchObject({
      code: 'upload_too_slow',
      detail: expect.stringContaining('trop lentement'),
    })
    await until(async () => (await receiving()).length === 0)
  })

  it('are so many at once for one guest, and the next one hears when to come again', async () => {
    const guest = await guestAt(1)
    const open = await Promise.all(Array.from({ length: 4 }, () => begin(1, guest)))
    await until(async () => (await receiving()).length === 4)
    const refused = await guest.ingest({ bytes: jpegMark, name: 'a.jpg' })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
    expect(problemOf(refused).detail).toContain('attendez qu’un envoi se termine')
    for (const { socket } of open) socket.destroy()
    await until(async () => (await receiving()).length === 0)
    expect((await guest.ingest({ bytes: jpegMark, name: 'a.jpg' })).status).toBe(422)
  })
})
