import { Postponed } from '@equerre/platform/queue'
import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBench, type Bench } from './bench.ts'
import { certificate } from './certificate.ts'
import { startNameServer, type NameServer } from './name-server.ts'
import { startReceiver, type Receiver } from './receiver.ts'

/** The machine that may be reached; another listens beside it that may not. */
const allowed = '127.0.0.2'
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200_000, 7)])
const limits = { IMAGE_BYTES_MAX: '300000', PDF_BYTES_MAX: '400000', FETCH_SECONDS_MAX: '1' }

let bench: Bench
let names: NameServer
const receivers: Receiver[] = []
beforeAll(async () => {
  bench = await openBench({ COURIER_ALLOW_NETWORKS: `${allowed}/32`, ...limits })
  names = await startNameServer()
})
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})
afterAll(async () => {
  await Promise.all([bench?.close(), names?.close()])
})

async function receiver(answer: RequestListener, host = allowed): Promise<Receiver> {
  const started = await startReceiver(answer, host)
  receivers.push(started)
  return started
}

/** How the fetch of a file ends that a machine gives so. */
async function outcomeOf(answer: RequestListener): Promise<unknown> {
  const { report, file } = await bench.fetch(`${(await receiver(answer)).url}/a.jpg`)
  if (report.kind === 'fetched') return report.file.mime
  expect(file).toBeNull()
  return report.problem
}

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end()

describe('a file at an address', () => {
  it('is stored as it is, typed and hashed on the way', async () => {
    const from = await receiver((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end(jpeg),
    )
    const { report, file } = await bench.fetch(`${from.url}/a.jpg?token=secret`)
    const sha256 = createHash('sha256').update(jpeg).digest('hex')
    expect(report).toMatchObject({
      kind: 'fetched',
      file: { mime: 'image/jpeg', bytes: jpeg.length, sha256 },
    })
    expect(file).toEqual(jpeg)
    expect(from.requests[0]?.url).toBe('/a.jpg?token=secret')
    expect(from.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity', connection: 'close' })
    expect(from.requests[0]?.headers).not.toHaveProperty('cookie')
  })

  it('is followed through three redirects, relative ones too, and not through a fourth', async () => {
    const hops: RequestListener = ({ url }, response) => {
      const left = Number(url?.slice(1))
      if (left === 0) response.end(jpeg)
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    }
    const { url } = await receiver(hops)
    expect((await bench.fetch(`${url}/3`)).report.kind).toBe('fetched')
    expect((await bench.fetch(`${url}/4`)).report).toMatchObject({
      problem: { sentence: 'address_redirects', params: { most: 3 } },
    })
  })

  it.each([301, 302, 303, 307, 308])(
    'may redirect by %d, and each time is looked at again',
    async (status) => {
      const inside = await receiver((_request, response) => response.end(jpeg), '127.0.0.1')
      for (const location of [
        inside.url,
        'http://169.254.169.254/',
        'file:///etc/passwd',
        'http://a:b@127.0.0.2/',
      ])
        expect(await outcomeOf(redirectTo(location, status)), location).toMatchObject({
          sentence: 'address_refused',
        })
      expect(inside.requests).toHaveLength(0)
    },
  )

  it('is connected to where its name was seen to lead, whatever the name says a moment later', async () => {
    const inside = await receiver((_request, response) => response.end('inside'), '127.0.0.1')
    const outside = await startSame(inside.port, (_request, response) => response.end(jpeg))
    names.answer('rebinding.test', [allowed], ['127.0.0.1'])
    const { report } = await bench.fetch(`http://rebinding.test:${outside.port}/`, names.resolve)
    expect(report.kind).toBe('fetched')
    expect(names.questions('rebinding.test')).toBe(1)
    // Whoever redirects to itself is asked for by name once more, and leads inside now.
    const { report: second } = await bench.fetch(`http://rebinding.test:${outside.port}/`, names.resolve)
    expect(second).toMatchObject({ problem: { sentence: 'address_unreachable' } })
    expect(inside.requests).toHaveLength(0)
  })

  it.each<[string, RequestListener, object]>([
    [
      'says 404',
      (_, response) => void response.writeHead(404).end(),
      { sentence: 'address_answer', params: { status: 404 } },
    ],
    ['says 500', (_, response) => void response.writeHead(500).end(), { sentence: 'address_answer' }],
    ['says 206', (_, response) => void response.writeHead(206).end(jpeg), { sentence: 'address_answer' }],
    ['is empty', (_, response) => void response.end(), { sentence: 'file_empty' }],
    [
      'is a page',
      (_, response) => void response.end('<html>Connexion</html>'),
      { sentence: 'unsupported_type' },
    ],
    [
      'is packed, which nobody unpacks',
      (_, response) =>
        void response.setHeader('Content-Encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
      { sentence: 'unsupported_type' },
    ],
    [
      'announces too much',
      (_, response) => void response.writeHead(200, { 'Content-Length': '999999999' }).write(jpeg),
      { sentence: 'pdf_too_heavy' },
    ],
    [
      'is longer than allowed, and does not say so',
      (_, response) => flood(response),
      { sentence: 'image_too_heavy' },
    ],
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '300000' }).write(jpeg)
        setTimeout(() => response.destroy(), 50)
      },
      { sentence: 'address_unreachable' },
    ],
    ['hangs up', (_, response) => void response.destroy(), { sentence: 'address_unreachable' }],
    ['never answers', () => {}, { sentence: 'address_too_slow' }],
    ['stops in the middle', (_, response) => void response.write(jpeg), { sentence: 'address_too_slow' }],
    [
      'has endless headers',
      (_, response) => void response.writeHead(200, { 'X-Long': 'x'.repeat(20_000) }).end(jpeg),
      { sentence: 'address_unreachable' },
    ],
  ])('leaves nothing where it %s', async (_what, answer, problem) => {
    expect(await outcomeOf(answer)).toMatchObject(problem)
  })

  it('is unreachable where nobody listens', async () => {
    const { url, close } = await startReceiver(() => {}, allowed)
    await close()
    expect((await bench.fetch(url)).report).toMatchObject({ problem: { sentence: 'address_unreachable' } })
  })

  it('is fetched over TLS from whoever has the certificate of its name, and from nobody else', async () => {
    const server = createTlsServer(certificate, (_request, response) => response.end(jpeg))
    await new Promise<void>((resolve) => server.listen(0, allowed, resolve))
    const { port } = server.address() as AddressInfo
    const trusted = getCACertificates('default')
    const here = async () => [allowed]
    try {
      const { report } = await bench.fetch(`https://files.test:${port}/`, here)
      expect(report).toMatchObject({ problem: { sentence: 'address_unreachable' } })
      setDefaultCACertificates([...trusted, certificate.cert])
      expect((await bench.fetch(`https://files.test:${port}/`, here)).report.kind).toBe('fetched')
      const { report: misnamed } = await bench.fetch(`https://autre.test:${port}/`, here)
      expect(misnamed).toMatchObject({ problem: { sentence: 'address_unreachable' } })
    } finally {
      setDefaultCACertificates(trusted)
      server.close()
      server.closeAllConnections()
    }
  })

  it('waits, and is no failure of its address, where the storage fails', async () => {
    const failing = await openBench({
      COURIER_ALLOW_NETWORKS: `${allowed}/32`,
      STORAGE_DIR: '/dev/null/none',
    })
    const { url } = await receiver((_request, response) => response.end(jpeg))
    await expect(failing.fetch(url)).rejects.toThrow(Postponed)
    await failing.close()
  })

  it('asks no proxy, whatever the environment says', async () => {
    const proxy = await receiver((_request, response) => response.end('proxied'))
    const from = await receiver((_request, response) => response.end(jpeg))
    for (const name of ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    expect((await bench.fetch(from.url)).report.kind).toBe('fetched')
    vi.unstubAllEnvs()
    expect(proxy.requests).toHaveLength(0)
  })
})

/** More than anybody wants, until nobody takes it. */
function flood(response: Parameters<RequestListener>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write(jpeg));
  }
  response.on('drain', more)
  more()
}

/** Another machine, at the same port as the one inside. */
async function startSame(port: number, answer: RequestListener): Promise<Receiver> {
  const started = await startReceiver(answer, allowed, port)
  receivers.push(started)
  return started
}
