/**
 * What strangers try: `attacker.ts NAME URL` attacks for as long as its process lives. A separate process,
 * because an attacker has a machine of their own.
 */
import { apiKeyBytes, writeApiKey } from '@equerre/contract/api-key'
import type { IngestReply } from '@equerre/contract/detourage'
import { sessionCookies } from '@equerre/contract/identity'
import { Client, jobOf, type Reply } from '@equerre/testkit/client'
import {
  endlessPdfs,
  greedyPdf,
  tiffOfImages,
  webpOfTags,
  widePng,
} from '@equerre/testkit/pictures/odd-files'
import { photographDocument } from '@equerre/testkit/pictures'
import { beginUpload } from '@equerre/testkit/raw-upload'
import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Prepares the attack. @returns what then runs forever */
type Attack = (url: string) => Promise<() => Promise<unknown>>

/** How long a refused attacker waits before the next try. */
const pauseMs = 200
/** Between two requests of a flood. */
const floodMs = 5
const at = (where: string) => ({ 'X-Forwarded-For': where })

const [name = '', url = ''] = process.argv.slice(2)

const attacks: Readonly<Record<string, Attack>> = {
  // From one guest, four at a time, sent again as soon as one of them is refused.
  'costly-pdfs': async (url) => {
    const files = await Promise.all(Object.values(endlessPdfs).map((make) => make()))
    return sending(url, [...files, files[0]!])
  },
  'greedy-files': async (url) => {
    const files = [widePng(3_125_000), await greedyPdf()]
    return sending(url, [...files, ...files])
  },
  'odd-heads': async (url) => {
    const files = [tiffOfImages(100_000), await webpOfTags(2_000_000)]
    return sending(url, [...files, ...files])
  },
  'slow-uploads': async (url) => () =>
    times(200, (i) => uploadSlowly(url, `198.51.${100 + Math.floor(i / 50)}.${i % 50}`)),
  'free-detects': async (url) => {
    const { jpeg } = await photographDocument({ seed: 21, width: 2_000, height: 1_500 })
    const guests = await times(80, () => guestWithFile(url, jpeg))
    return () => Promise.all(guests.map(detectForever))
  },
  'wrong-keys': async (url) => () =>
    everyMs(floodMs, () => look(new Client(url, writeApiKey('live', randomBytes(apiKeyBytes)), at(address)))),
  'wrong-sessions': async (url) => () => everyMs(floodMs, () => lookWithSession(url)),
  'new-guests': async (url) => () =>
    everyMs(floodMs, () => new Client(url, undefined, at(address)).credits()),
  // Half of the connections send a head byte by byte, the others nothing at all.
  'slow-heads': async (url) => () => times(1_000, (i) => connectSlowly(url, i % 2 === 0 ? 'GET /' : '')),
}

/** One address per attack, so that none runs into an hourly limit that another has used up. */
const address = `203.0.${Object.keys(attacks).indexOf(name)}.5`

const look = (client: Client) => client.ask('/api/v1/detourage/ingestions')

async function guestFrom(url: string, where: string): Promise<Client> {
  const guest = new Client(url, undefined, at(where))
  await guest.credits()
  return guest
}

/** Sends every file again and again, all at the same time. */
async function sending(url: string, files: readonly Uint8Array[]): Promise<() => Promise<unknown>> {
  const guest = await guestFrom(url, address)
  return () =>
    Promise.all(files.map((bytes) => forever(() => guest.ingest({ bytes, name: 'a' }).then(restAfter))))
}

type GuestWithFile = { readonly guest: Client; readonly ingestionId: string }

async function guestWithFile(url: string, jpeg: Uint8Array): Promise<GuestWithFile> {
  const guest = await guestFrom(url, address)
  const first = await insist(() => guest.ingest({ bytes: jpeg, name: 'a.jpg' }))
  const { body } = first.status === 202 ? await guest.settle<IngestReply>(jobOf(first).id) : first
  return { guest, ingestionId: body.ingestion_id }
}

/** Four at a time. */
function detectForever({ guest, ingestionId }: GuestWithFile): Promise<unknown> {
  return times(4, () => forever(() => insist(() => guest.detect({ ingestion_id: ingestionId }))))
}

function lookWithSession(url: string): Promise<unknown> {
  const client = new Client(url, undefined, at(address))
  client.cookies.set(sessionCookies.plain, randomUUID())
  return look(client)
}

async function insist<Body>(ask: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
  for (;;) {
    // A busy service may also close a connection.
    const reply = await ask().catch(() => null)
    if (reply && reply.status < 400) return reply
    await sleep(pauseMs)
  }
}

const restAfter = ({ status }: Reply<unknown>) => sleep(status === 429 || status === 503 ? pauseMs : 0)

/** Almost a whole part of a file at once, then just enough to keep the connection. */
async function uploadSlowly(url: string, where: string): Promise<never> {
  const guest = await guestFrom(url, where)
  for (;;) {
    const { socket } = beginUpload(guest, Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
    socket.write(Buffer.alloc(4_800_000, 7))
    const drops = setInterval(() => socket.write(Buffer.alloc(5_000, 7)), 1_000)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drops)
    await sleep(pauseMs)
  }
}

async function connectSlowly(url: string, head: string): Promise<never> {
  const { hostname, port } = new URL(url)
  for (;;) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(head)
    const drops = setInterval(() => head && socket.write('a'), 1_000)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drops)
    await sleep(pauseMs)
  }
}

async function forever(work: () => Promise<unknown>): Promise<never> {
  for (;;) await work().catch(() => sleep(pauseMs))
}

/** Starts one every `ms`, whatever becomes of the earlier ones. */
async function everyMs(ms: number, work: () => Promise<unknown>): Promise<never> {
  for (;;) {
    void work().catch(() => {})
    await sleep(ms)
  }
}

function times<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)))
}

process.on('disconnect', () => process.exit())
const run = await attacks[name]!(url)
process.send?.('begun')
await run()
