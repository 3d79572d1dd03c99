import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from './bench.ts'
import { startNameServer, type NameServer } from './name-server.ts'

// Without COURIER_ALLOW_NETWORKS nothing that is not of the public internet can be reached, however it is written.

let bench: Bench
let inside: { readonly server: Server; readonly port: number; readonly asked: () => number }
let names: NameServer
beforeAll(async () => {
  ;[bench, inside, names] = await Promise.all([openBench(), startInside(), startNameServer()])
})
afterAll(async () => {
  await bench?.close()
  await names?.close()
  inside?.server.close()
})

/** A machine inside, which gives a perfectly good file to whoever asks. */
async function startInside() {
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.end(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
  })
  server.on('connection', () => asked++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port, asked: () => asked }
}

/** Each as written by who attacks; `PORT` is where the machine inside listens. */
const attempts: readonly string[] = [
  // Loopback, in every notation that browsers read.
  'http://127.0.0.1/',
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://2130706433/',
  'http://2130706433:PORT/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0x7f.1:PORT/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0177.0.0.0x1/',
  'http://127.0.0.1./',
  'http://127.127.127.127/',
  'http://127。0。0。1/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://%31%32%37.0.0.1/',
  'http://localhost/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'https://localhost:PORT/',
  // Zero, broadcast, this network.
  'http://0/',
  'http://0.0.0.0:PORT/',
  'http://0.1.2.3/',
  'http://255.255.255.255/',
  // Private, shared, link-local; metadata of clouds.
  'http://10.0.0.1/',
  'http://10.255.255.254/',
  'http://172.16.0.1/',
  'http://172.31.255.254/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://100.100.100.200/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials/',
  'http://169.254.20.10:80/',
  'http://0xa9fea9fe/latest/meta-data/',
  'http://2852039166/computeMetadata/v1/',
  'http://168.63.129.16/metadata/instance',
  'http://192.0.0.192/opc/v2/instance/',
  // Documentation, benchmarks, protocols, relays, multicast, reserved.
  'http://192.0.2.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://198.18.0.1/',
  'http://192.88.99.1/',
  'http://192.175.48.1/',
  'http://192.52.193.1/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://240.0.0.1/',
  // IPv6, with what hides an IPv4 address.
  'http://[::1]/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[5f00::1]/',
  'http://[4000::1]/',
  // Addresses that say who asks, other schemes, other ports, nonsense.
  'http://user:secret@127.0.0.1:PORT/',
  'http://user@example.com/',
  'http://example.com@127.0.0.1:PORT/',
  'http://example.com:80\\@127.0.0.1:PORT/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'data:image/png;base64,iVBORw0KGgo=',
  'unix:///var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  'http://1.1.1.1:22/',
  'http://1.1.1.1:6379/',
  'https://[2606:4700::1111]:25/',
  'http:///',
  'http://',
  '//127.0.0.1/',
  'javascript:alert(1)',
  '',
]

describe('an address that leads inside', () => {
  it(`gets nowhere, in ${attempts.length} notations`, async () => {
    expect(attempts.length).toBeGreaterThanOrEqual(60)
    const before = inside.asked()
    for (const attempt of attempts) {
      const { report, file } = await bench.fetch(attempt.replace('PORT', String(inside.port)))
      const codes = report.kind === 'not-fetched' ? report.problem.sentence : report.kind
      expect(['address_refused', 'address_unreachable'], attempt).toContain(codes)
      expect(file, attempt).toBeNull()
    }
    expect(inside.asked()).toBe(before)
  })

  it('says the same of a name that leads inside and of one that does not exist', async () => {
    names.answer('inside.test', ['10.1.2.3'])
    const [known, unknown] = [
      await bench.fetch('http://inside.test/', names.resolve),
      await bench.fetch('http://nobody.test/', names.resolve),
    ]
    for (const { report } of [known, unknown])
      expect(report).toMatchObject({ problem: { sentence: 'address_unreachable' } })
  })

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['metadata', ['169.254.169.254']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['loopback beside a public address', ['1.1.1.1', '127.0.0.1']],
    ['a public address beside loopback', ['127.0.0.1', '1.1.1.1']],
    ['a zone', ['fe80::1%lo']],
    ['nothing', []],
    ['no address at all', ['localhost']],
  ])('is refused where its name leads to %s', async (_what, addresses) => {
    const before = inside.asked()
    const { report } = await bench.fetch('http://attacker.test/', async () => addresses)
    expect(report).toMatchObject({ problem: { sentence: 'address_unreachable' } })
    expect(inside.asked()).toBe(before)
  })
})
