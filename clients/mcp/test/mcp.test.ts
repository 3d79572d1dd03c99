import type { ApiKeys } from '@equerre/contract/identity'
import type { Client as Person } from '@equerre/testkit/client'
import { installClient } from '@equerre/testkit/npm-package'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* What is packed, driven by the SDK's own client over both transports, against the service itself. */

let product: Product
let person: Person
let apiKey: string
let folder: string
let allowed: string
let command: string
let photo: Buffer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'equerre-mcp-'))
  allowed = path.join(folder, 'allowed')
  mkdirSync(allowed)
  const [started, { jpeg }, installed] = await Promise.all([
    startProduct({ courier: true, env: { COURIER_ALLOW_NETWORKS: '127.0.0.1/32' } }),
    photographDocument({ seed: 33, width: 800, height: 600, coverage: 0.5 }),
    installClient('mcp', '@equerre/mcp', folder),
  ])
  ;[product, photo] = [started, jpeg]
  // What npm would have installed beside it.
  symlinkSync(path.resolve(import.meta.dirname, '../node_modules'), path.join(installed, 'node_modules'))
  command = path.join(installed, 'dist/equerre-mcp.js')
  writeFileSync(path.join(allowed, 'reçu.jpg'), photo)
  person = await signIn(product.url, { person: 'new', email: 'mcp@exemple.test' })
  await person.ask('/api/credits/add', { method: 'POST' })
  apiKey = (await person.ask<ApiKeys>('/api/api-key/me')).body.api_key
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function overStdio(args = ['--allow', allowed], key = apiKey): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const env = { EQUERRE_URL: product.url, EQUERRE_API_KEY: key }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [command, ...args], env }))
  return client
}

type Use = readonly [name: string, asked?: Record<string, unknown>]

/** What a tool made. @throws what the model is told instead */
async function use(client: Client, [name, asked = {}]: Use, onprogress: () => void = () => {}) {
  const call = client.callTool({ name, arguments: asked }, { onprogress })
  const { content, isError, structuredContent } = (await call) as CallToolResult
  const [said] = content
  if (isError) throw new Error((said as { text: string }).text)
  return structuredContent as { credits: number; page_id: string; file: { path: string; address: string } }
}

const options = { format: 'jpeg', filter: 'gray' }

describe('over stdio', () => {
  it('makes a page beside its photograph, reads it, assembles it, and says what is left', async () => {
    const client = await overStdio()
    const before = (await use(client, ['credits'])).credits
    let told = 0
    const page = await use(client, ['straighten', { path: 'reçu.jpg', ...options }], () => told++)
    expect(page).toMatchObject({
      status: 'OK',
      mime: 'image/jpeg',
      credits_charged: 1,
      credits_remaining: before - 1,
    })
    expect(page.file).toEqual({ path: path.join(allowed, 'reçu-straightened.jpg') })
    expect([...readFileSync(page.file.path).subarray(0, 2), told]).toEqual([0xff, 0xd8, 3])

    const again = await use(client, ['straighten', { path: path.join(allowed, 'reçu.jpg'), ...options }])
    expect([again.page_id, again.file.path]).toEqual([
      page.page_id,
      path.join(allowed, 'reçu-straightened-2.jpg'),
    ])

    const text = await use(client, ['read_text', { page_id: page.page_id }])
    expect(text).toMatchObject({ page_id: page.page_id, status: 'OK', text: expect.any(String) })
    const pdf = await use(client, ['assemble', { page_ids: [page.page_id], title: '../Dossier: 1' }])
    expect(pdf).toMatchObject({ page_count: 1, file: { path: path.join(allowed, 'Dossier 1.pdf') } })
    expect(readFileSync(pdf.file.path).subarray(0, 4).toString()).toBe('%PDF')
    expect((await use(client, ['credits'])).credits).toBe(before - 1)
    await client.close()
  })

  it('tells a client what costs, what is only looked at, and of what shape answers are', async () => {
    const client = await overStdio()
    const { tools } = await client.listTools()
    expect(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.idempotentHint]),
    ).toEqual([
      ['straighten', false, true],
      ['read_text', false, true],
      ['assemble', false, true],
      ['credits', true, true],
    ])
    expect(
      tools.every(({ outputSchema, description }) => outputSchema && /credit|Free/.test(description!)),
    ).toBe(true)
    await client.close()
  })

  it('opens no file that nobody has allowed, and none that is no document', async () => {
    const secret = path.join(folder, 'secret.jpg')
    writeFileSync(secret, photo)
    symlinkSync(secret, path.join(allowed, 'link.jpg'))
    writeFileSync(path.join(allowed, 'key.jpg'), '-----BEGIN PRIVATE KEY-----')
    mkdirSync(path.join(allowed, 'inner.jpg'))
    const client = await overStdio()
    const refusal = (asked: string) =>
      use(client, ['straighten', { path: asked }]).catch((error: Error) => error.message)
    const outside = `There is no such file in the folders that are allowed: ${allowed}.`
    for (const asked of [secret, '../secret.jpg', 'link.jpg', '/etc/passwd', '/nowhere.jpg', '.', allowed])
      expect([asked, await refusal(asked)]).toEqual([asked, outside])
    expect(await refusal('key.jpg')).toBe('The file is neither a picture nor a PDF. Nothing was sent.')
    expect(await refusal('inner.jpg')).toBe('The file cannot be read.')
    const { body } = await person.ask<{ ingestions: { name: string }[] }>('/api/v1/detourage/ingestions')
    expect(new Set(body.ingestions.map(({ name }) => name))).toEqual(new Set(['reçu.jpg']))
    await client.close()

    const without = await overStdio([])
    const [straighten] = (await without.listTools()).tools
    expect(Object.keys(straighten!.inputSchema.properties ?? {})).not.toContain('path')
    await without.close()
  })

  it('writes to a folder of results where there is one', async () => {
    const out = path.join(folder, 'out')
    mkdirSync(out)
    const client = await overStdio(['--allow', allowed, '--out', out])
    const page = await use(client, ['straighten', { path: 'reçu.jpg', ...options }])
    expect(page.file.path).toBe(path.join(out, 'reçu-straightened.jpg'))
    // What was paid for is not lost.
    rmSync(out, { recursive: true })
    const again = await use(client, ['straighten', { path: 'reçu.jpg', ...options }])
    expect((await fetch(again.file.address)).status).toBe(200)
    await client.close()
  })

  it('says what a wrong key is', async () => {
    const client = await overStdio(
      ['--allow', allowed],
      apiKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    )
    await expect(use(client, ['credits'])).rejects.toThrow('(unauthenticated)')
    await client.close()
  })
})

describe('over HTTP', () => {
  let served: ChildProcess
  let url: string
  let files: Server
  beforeAll(async () => {
    const args = [command, '--http', '--port', '0']
    served = spawn(process.execPath, args, {
      env: { EQUERRE_URL: product.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [line] = (await once(served.stderr!, 'data')) as [Buffer]
    url = line.toString().trim()
    files = createServer((_request, response) => response.end(photo))
    await once(files.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    served?.kill()
    files?.close()
  })

  async function overHttp(key = apiKey): Promise<Client> {
    // By the newest revision of the protocol; over stdio, by the one before.
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const requestInit = { headers: { Authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    return client
  }

  it('makes a page of a file at an address, at an address that opens without a key', async () => {
    const client = await overHttp()
    const before = (await use(client, ['credits'])).credits
    const photoUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/photo.jpg`
    const page = await use(client, ['straighten', { url: photoUrl, ...options }])
    expect(page).toMatchObject({ status: 'OK', credits_charged: 1, credits_remaining: before - 1 })
    const fetched = await fetch(page.file.address)
    expect([fetched.status, fetched.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    const pdf = await use(client, ['assemble', { page_ids: [page.page_id] }])
    expect((await fetch(pdf.file.address)).status).toBe(200)
    expect((await use(client, ['credits'])).credits).toBe(before - 1)
    await client.close()
  })

  it('knows no paths, and tells a wrong key that it is one', async () => {
    const client = await overHttp()
    await expect(use(client, ['straighten', { path: '/etc/passwd' }])).rejects.toThrow()
    await client.close()
    const stranger = await overHttp(apiKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))
    await expect(use(stranger, ['credits'])).rejects.toThrow('(unauthenticated)')
    await stranger.close()
    await expect(overHttp('no key')).rejects.toThrow()
  })

  it('refuses pages of other origins, and names that point here', async () => {
    const status = (headers: Record<string, string>, method = 'POST') =>
      new Promise((resolve, reject) => {
        const sent = ask(
          url,
          { method, headers: { Authorization: `Bearer ${apiKey}`, ...headers } },
          (response) => resolve(response.resume().statusCode),
        )
        sent.on('error', reject).end()
      })
    expect(await status({ Origin: 'https://evil.test' })).toBe(403)
    expect(await status({ Host: 'rebound.test' })).toBe(403)
    expect(await status({ Authorization: '' })).toBe(401)
    expect(await status({ Origin: 'http://localhost:3000' })).not.toBe(403)
  })
})
