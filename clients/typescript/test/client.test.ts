import type { ApiKeys } from '@equerre/contract/identity'
import { PageText } from '@equerre/contract/page-text'
import { installClient } from '@equerre/testkit/npm-package'
import { photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { execFile } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractOf } from '../generate.ts'
import type * as Package from '../src/client.ts'
import type * as Files from '../src/node.ts'
import type { ClientOptions, Source } from '../src/client.ts'

/* What is packed, in a folder of somebody else's, against the service itself. */

let product: Product
let folder: string
let installed: string
let client: typeof Package
let files: typeof Files
let photo: Buffer<ArrayBuffer>
let receipt: Paperwork
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'equerre-client-'))
  const env = { COURIER_ALLOW_NETWORKS: '127.0.0.1/32', BATCH_IN_FLIGHT_MAX: '4' }
  const made = await Promise.all([
    startProduct({ courier: true, env }),
    photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 }),
    writePaperwork('receipt', 8),
    installClient('typescript', '@equerre/client', folder),
  ])
  ;[product, receipt, installed] = [made[0], made[2], made[3]]
  photo = Buffer.from(made[1].jpeg)
  client = (await import(pathToFileURL(path.join(installed, 'dist/client.js')).href)) as typeof Package
  files = (await import(pathToFileURL(path.join(installed, 'dist/node.js')).href)) as typeof Files
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await product?.stop()
})

/** Somebody new with the five credits that are given away. */
async function somebody(options: ClientOptions = {}): Promise<Package.Equerre> {
  const person = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
  await person.ask('/api/credits/add', { method: 'POST' })
  const { api_key: apiKey } = (await person.ask<ApiKeys>('/api/api-key/me')).body
  return new client.Equerre({ baseUrl: product.url, apiKey, ...options })
}

const refusal = (call: Promise<unknown>): Promise<Package.EquerreError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => error as Package.EquerreError,
  )
const small = { dpi: 72 } as const

describe('the whole job', () => {
  it('a photo in, a page out, its text, other renderings, one PDF, credits left', async () => {
    const equerre = await somebody({ language: 'en' })
    writeFileSync(path.join(folder, 'ticket.pdf'), receipt.pdf)
    const page = await equerre.straighten(await files.file(path.join(folder, 'ticket.pdf')), {
      paper: 'none',
      dpi: 200,
      text: true,
    })
    expect(page).toMatchObject({ mime: 'image/png', credits: { charged: 1, remaining: 4 } })
    await files.save(await equerre.download(page), path.join(folder, 'ticket.png'))
    expect(readFileSync(path.join(folder, 'ticket.png')).subarray(1, 4).toString()).toBe('PNG')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])

    const text = await equerre.readText(page)
    expect(text.text).toContain(receipt.lines[1])
    const { text: plain, ...read } = text
    expect(PageText.parse(read)).toEqual(read)
    expect(await (await equerre.download(page.artifacts.plain_text_path!)).text()).toBe(plain)

    const gray = await equerre.render(page, { filter: 'gray', format: 'pdf' })
    expect(gray).toMatchObject({ mime: 'application/pdf', credits: { charged: 0 } })
    const whole = await equerre.assemble({
      pages: [page, { rectify_id: gray.id, turn: 90 }],
      title: 'Tickets',
      text: false,
    })
    expect(whole).toMatchObject({ page_count: 2, title: 'Tickets' })
    expect((await (await equerre.download(whole)).text()).slice(0, 5)).toBe('%PDF-')
    expect(await equerre.credits()).toBe(4)
  })

  it('in steps, of bytes, with the corners that were found', async () => {
    const equerre = await somebody()
    const { ingestion_id } = await equerre.ingest(photo, { name: 'facture.jpg' })
    const found = await equerre.detect(ingestion_id)
    const page = await equerre.rectify(ingestion_id, { ...small, corners: found.corners })
    expect(page).toMatchObject({
      ingestion_id,
      corners: found.corners,
      credits: { charged: 1, remaining: 4 },
    })
    const { blocks, text } = await equerre.readText(page)
    expect(text.split('\n').filter(Boolean)).toHaveLength(blocks.flatMap(({ lines }) => lines).length)
    const names: string[] = []
    for await (const { name } of equerre.ingestions()) names.push(name)
    expect(names).toEqual(['facture.jpg'])
    await equerre.erase(ingestion_id)
    expect(await refusal(equerre.rectify(ingestion_id))).toMatchObject({ name: 'EquerreError', status: 404 })
  })

  it('from an address that the service downloads', async () => {
    const elsewhere = createServer((_request, response) => response.end(photo))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const equerre = await somebody()
    const page = await equerre.straighten(new URL(`http://127.0.0.1:${port}/a.jpg`), small)
    elsewhere.close()
    expect(page.credits).toEqual({ charged: 1, remaining: 4 })
  })

  it('without waiting: the job, then its answer', async () => {
    const equerre = await somebody()
    const { ingestion_id } = await equerre.ingest(photo)
    const begun = await equerre.call('rectify', { body: { ingestion_id, options: small }, wait: false })
    expect(begun).toMatchObject({ step: 'rectify', ingestion_id })
    const { id } = begun as Package.RunningJob
    expect(await equerre.wait(id)).toMatchObject({ id, dpi: expect.any(Number) as number })
    expect(await equerre.job(id)).toMatchObject({ id })
  })

  it('any other call of the reference', async () => {
    const { own } = await (await somebody()).call('getLimits')
    expect(own).toMatchObject({ tier: 'account' })
  })
})

describe('many at once', () => {
  /** `/photo` is one, `/held` when it is let go, anything else is missing. */
  async function elsewhere() {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const server = createServer((request, response) => {
      if (request.url === '/photo') response.end(photo)
      else if (request.url === '/held') void held.then(() => response.end(photo))
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, letGo, server }
  }

  it('what fails harms none, each page costs one credit, and each group is a PDF', async () => {
    const equerre = await somebody()
    const { url, server } = await elsewhere()
    const asked = {
      items: [
        { url: `${url}/photo`, reference: 'A-1' },
        { url: `${url}/missing`, group: 'Dossier' },
        { file: photo, name: 'b.jpg', group: 'Dossier' },
      ],
      options: small,
      assembly: { text: false },
    }
    const call = { idempotencyKey: randomUUID() }
    const { id } = await equerre.batches.create(asked, call)
    expect(await equerre.batches.create(asked, call)).toMatchObject({ id })
    const seen: Package.Batch[] = []
    const ended = await equerre.batches.wait(id, { onProgress: (batch) => seen.push(batch) })
    server.close()
    expect(seen.at(-1)).toBe(ended)
    expect(ended).toMatchObject({
      state: 'finished',
      items: { total: 3, done: 2, failed: 1 },
      credits_charged: 2,
      assemblies: [{ group: 'Dossier', state: 'done' }],
    })
    expect([await equerre.credits(), await equerre.batches.get(ended)]).toEqual([3, ended])
    const results = await Array.fromAsync(equerre.batches.results(id))
    expect(results.map(({ reference, code, credits_charged }) => [reference, code, credits_charged])).toEqual(
      [
        ['A-1', null, 1],
        [null, 'address_status', 0],
        [null, null, 1],
      ],
    )
    const page = await (await equerre.download(results[2]!.result!)).text()
    expect(page.slice(1, 4)).toBe('PNG')
    expect((await (await equerre.batches.zip(id)).text()).slice(0, 2)).toBe('PK')
  })

  it('a cancelled one gives back the credits of what nobody has begun to straighten', async () => {
    const equerre = await somebody()
    const { url, letGo, server } = await elsewhere()
    // One more than are under way at once.
    const held = Array.from({ length: 5 }, () => ({ url: `${url}/held` }))
    const batch = await equerre.batches.create({ items: held, options: small })
    expect(await equerre.batches.cancel(batch)).toMatchObject({ state: 'cancelled' })
    letGo()
    const { state, items } = await equerre.batches.wait(batch)
    server.close()
    expect([state, items]).toMatchObject(['cancelled', { waiting: 0, running: 0, done: 0, cancelled: 5 }])
    expect(await equerre.credits()).toBe(5)
    const enough = { signal: AbortSignal.abort(new Error('enough')) }
    expect((await refusal(equerre.batches.wait(batch, enough))).message).toBe('enough')
    expect(await refusal(equerre.batches.get(randomUUID()))).toMatchObject({ code: 'not_found' })
  })
})

describe('what goes wrong', () => {
  it('is one error with the service’s code and sentence, and costs nothing', async () => {
    const [french, english] = [await somebody(), await somebody({ language: 'en' })]
    const text: Source = new Blob(['bonjour'])
    expect(await refusal(french.straighten(text))).toMatchObject({
      code: 'unsupported_type',
      status: 415,
      detail: 'Ce fichier n’est ni une image ni un PDF pris en charge.',
      requestId: expect.any(String) as string,
    })
    expect(await refusal(english.straighten(text))).toMatchObject({
      message: expect.stringMatching(/image/) as string,
    })
    expect(await french.credits()).toBe(5)
    const other = new client.Equerre({ baseUrl: product.url, apiKey: 'eq_live_faux' })
    expect(await refusal(other.credits())).toMatchObject({ code: 'unauthenticated', status: 401 })
    expect(() => new client.Equerre({ baseUrl: product.url })).toThrow('EQUERRE_API_KEY')
  })

  it('a page that was not made has no file', async () => {
    const equerre = await somebody()
    const { jpeg } = await photographNothing({
      seed: 5,
      things: 0,
      background: 'wood',
      width: 800,
      height: 600,
    })
    const page = await equerre.straighten(new Blob([new Uint8Array(jpeg)]))
    expect(page).toMatchObject({ status: 'NOT_FOUND', credits: { charged: 0, remaining: 5 } })
    expect(await refusal(equerre.download(page))).toMatchObject({
      code: 'nothing_found',
      message: expect.stringContaining('Aucun document trouvé sur cette image') as string,
    })
    expect(await refusal(equerre.readText(page))).toMatchObject({ code: 'nothing_found' })
  })

  it('an answer that is lost is asked for again, and charged once', async () => {
    const keys: string[] = []
    const losing: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const key = new Headers(init?.headers).get('Idempotency-Key')
      if (key !== null) keys.push(key)
      if (keys.length === 1) throw new TypeError('the line is dead')
      return response
    }
    const equerre = await somebody({ fetch: losing })
    expect((await equerre.straighten(photo, small)).credits).toEqual({ charged: 1, remaining: 4 })
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    expect(await equerre.credits()).toBe(4)
  })

  it('what nobody answers is given up, and a call ends with its signal', async () => {
    const away = new client.Equerre({
      baseUrl: 'http://127.0.0.1:9',
      apiKey: 'eq_live_secret',
      maxRetries: 0,
    })
    const error = await refusal(away.credits())
    expect(error).toMatchObject({ code: 'network' })
    expect(JSON.stringify(error) + String(error.stack)).not.toContain('eq_live_secret')
    const ended = await refusal(
      (await somebody()).credits({ signal: AbortSignal.abort(new Error('enough')) }),
    )
    expect(ended.message).toBe('enough')
  })

  it('the key goes nowhere else', async () => {
    const equerre = await somebody()
    expect(await refusal(equerre.download('https://ailleurs.test/image.png'))).toMatchObject({
      code: 'unexpected_answer',
    })
    const asked: unknown[] = []
    const elsewhere = createServer((request, response) => {
      asked.push(request.headers['x-api-key'])
      response.writeHead(302, { Location: product.url }).end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const led = new client.Equerre({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'eq_live_secret' })
    expect(await refusal(led.credits())).toMatchObject({ code: 'unexpected_answer', status: 302 })
    elsewhere.close()
    expect(asked).toEqual(['eq_live_secret'])
  })
})

it('a delivery is the service’s or refused', async () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date().toISOString(),
    data: { webhook_id: randomUUID() },
  })
  const headersAt = (seconds: number) => {
    const signed = createHmac('sha256', '0123456789abcdef0123456789abcdef').update(`msg_1.${seconds}.${body}`)
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,AAAA v1,${signed.digest('base64')}`,
    }
  }
  const now = Math.floor(Date.now() / 1_000)
  expect(await client.verifyWebhook({ body, headers: headersAt(now) }, secret)).toEqual(JSON.parse(body))
  const fresh = new Headers(headersAt(now))
  expect(await client.verifyWebhook({ body, headers: fresh }, secret)).toMatchObject({ type: 'webhook.test' })
  for (const [text, headers] of [
    [`${body} `, headersAt(now)],
    [body, headersAt(now - 600)],
    [body, {}],
  ] as const)
    expect(await refusal(client.verifyWebhook({ body: text, headers }, secret))).toMatchObject({
      code: 'signature_invalid',
    })
})

describe('the package', () => {
  it('is what the service documents today: npm run generate -- ADDRESS', async () => {
    const document: unknown = await (
      await fetch(`${product.url}/api/openapi.json`, { headers: { 'Accept-Language': 'en' } })
    ).json()
    const committed = readFileSync(new URL('../src/contract.ts', import.meta.url), 'utf8')
    expect(await contractOf(document as Parameters<typeof contractOf>[0])).toBe(committed)
  })

  it('depends on nothing, tells its version, and runs where there is no Node', async () => {
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >
    expect([manifest['dependencies'], manifest['license']]).toEqual([undefined, 'MIT'])
    const sources = readdirSync(path.join(installed, 'dist')).filter(
      (name) => name.endsWith('.js') && name !== 'node.js',
    )
    for (const name of sources)
      expect(readFileSync(path.join(installed, 'dist', name), 'utf8')).not.toMatch(/from '(?!\.\/)|require\(/)
    expect(readFileSync(path.join(installed, 'dist/transport.js'), 'utf8')).toContain(
      `version = '${String(manifest['version'])}'`,
    )
  })

  it('the README’s first example runs as it stands', async () => {
    const readme = readFileSync(path.join(installed, 'README.md'), 'utf8')
    const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? []
    writeFileSync(path.join(folder, 'essai.mjs'), program)
    writeFileSync(path.join(folder, 'facture.jpg'), photo)
    const person = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
    const { test_api_key: key } = (await person.ask<ApiKeys>('/api/api-key/me')).body
    const env = { EQUERRE_URL: product.url, EQUERRE_API_KEY: key }
    const { stdout } = await promisify(execFile)(process.execPath, ['essai.mjs'], { cwd: folder, env })
    expect(stdout).toMatch(/^(OK|REVIEW_REQUIRED) /)
    expect(readFileSync(path.join(folder, 'facture.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  })
})
