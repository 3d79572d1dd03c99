import type { ProblemBody } from '@equerre/contract/problems'
import { Client, problemOf } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { beginUpload } from '@equerre/testkit/raw-upload'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { slowUploads } from './support/config.ts'
import { rows, until } from './support/observe.ts'

/** Uploads that trickle into a real object storage: `SLOW_UPLOADS` of them, 60 by default. */

const uploads = slowUploads
const perNetwork = uploads / 10
/** Just less than a part, so that none of it can be passed on. */
const bytesEach = 4_800_000
/**
 * Expected growth of the process while they arrive: the shared memory of uploads, doubled while a part is assembled, uncollected
 * garbage, and per connection up to 64 KiB in its request and its parser each. Fragmentation makes runs differ by some 40 MB.
 */
const growthMaxMb = 220 + uploads / 8
const endedMaxMs = 60_000 + uploads * 500

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
        // In proportion to the run with 500.
        OPEN_UPLOADS_MAX: String(1.2 * uploads),
      },
      storage: s3.variables,
    })
  })
  afterAll(async () => {
    await product?.stop()
    await s3?.stop()
  })

  /** A guest with its own address; a tenth of them share a network. */
  async function guestAt(i: number): Promise<Client> {
    const guest = new Client(product.url, undefined, { 'X-Forwarded-For': addressOf(i) })
    await guest.credits()
    return guest
  }
  const addressOf = (i: number) => `198.51.${Math.floor(i / perNetwork)}.${1 + (i % perNetwork)}`

  const sockets: Socket[] = []
  /** Begins a guest's upload; the rest is up to the test. */
  const begin = async (i: number, known?: Client) => {
    const upload = beginUpload(known ?? (await guestAt(i)), jpegMark)
    sockets.push(upload.socket)
    return upload
  }
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    // A hang-up is only noticed once everything sent has been read.
    await until(async () => (await receiving()).length === 0, endedMaxMs)
  }, endedMaxMs)

  const receiving = () => rows(product, `select id from gateway.ingestions where state = 'receiving'`)

  const rssMb = () => {
    const status = readFileSync(`/proc/${product.pidOf('gateway')}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
  }

  it(`${uploads} of them stay within the memory of uploads, and another guest’s gets through`, async () => {
    const other = await guestAt(uploads)
    const photo = await photographDocument({ seed: 21, width: 800, height: 600 })
    const file = { bytes: photo.jpeg, name: 'page.jpg' }
    expect((await other.ingest(file)).status).toBe(200)
    // 500 new guests at once grow the heap by some 100 MB, which is not what uploads hold.
    const guests = await Promise.all(Array.from({ length: uploads }, (_, i) => guestAt(i)))
    const quietMb = rssMb()
    const open = await Promise.all(guests.map((guest, i) => begin(i, guest)))
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
  })

  it('that are too slow are refused with a sentence, and free their place', async () => {
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

  it('are limited in number per guest, and the next one is told when to retry', async () => {
    const guest = await guestAt(1)
    const open = await Promise.all(Array.from({ length: 4 }, () => begin(1, guest)))
    await until(async () => (await receiving()).length === 4)
    const refused = await guest.ingest({ bytes: jpegMark, name: 'a.jpg' })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
    expect(problemOf(refused).detail).toContain('attendez qu’un envoi se termine')
    // A client still sending can read the refusal before the connection is cut.
    const sending = await begin(1, guest)
    const closed = new Promise((resolve) => sending.socket.once('close', resolve))
    await expect.poll(sending.answer).toMatch(/^HTTP\/1\.1 429 /)
    expect(sending.socket.readableEnded).toBe(false)
    await closed
    for (const { socket } of open) socket.destroy()
    await until(async () => (await receiving()).length === 0)
    expect((await guest.ingest({ bytes: jpegMark, name: 'a.jpg' })).status).toBe(422)
  })
})
