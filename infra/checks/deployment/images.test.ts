import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { s3ServerVersion } from '@equerre/local/servers/s3-server'
import { imagesIn, readImages, readUnpinned, withDigests } from './images.ts'
import { digestOf, manifestUrl } from './registry.ts'

const digest = `sha256:${'5'.repeat(64)}`

it('every image of others is pinned by digest, or on the list of those that are not, with the reason', () => {
  const images = readImages().filter(({ image }) => !image.startsWith('equerre/'))
  expect(new Set(images.map(({ file }) => file)).size).toBe(3)
  const without = images.filter((image) => image.digest === null).map(({ image }) => image)
  expect([...new Set(without)].toSorted()).toEqual(Object.keys(readUnpinned()).toSorted())
  for (const reason of Object.values(readUnpinned())) expect(reason).toMatch(/^\d{4}-\d\d-\d\d: .{10}/)
})

it('compose, the dev overlay and the tests use the same S3 server', () => {
  const servers = readImages().filter(({ image }) => image.includes('versitygw'))
  expect(servers.map(({ image }) => image.split(':')[1])).toEqual([s3ServerVersion, s3ServerVersion])
})

it('finds images wherever they are named, and pins them there without touching others', () => {
  const text = [
    'FROM node:24-slim AS manifests',
    'FROM manifests AS page',
    `    image: redis:7-alpine@${digest}`,
    '        - image: registry.test:5000/a/b:1.2',
    '    image: equerre/migrate',
    '    # see redis:7-alpine',
  ].join('\n')
  expect(imagesIn('any', text).map((found) => [found.image, found.digest])).toEqual([
    ['node:24-slim', null],
    ['redis:7-alpine', digest],
    ['registry.test:5000/a/b:1.2', null],
  ])
  const other = `sha256:${'6'.repeat(64)}`
  const pinned = withDigests(
    text,
    new Map([
      ['node:24-slim', digest],
      ['redis:7-alpine', other],
    ]),
  )
  expect(pinned.split('\n').slice(0, 4)).toEqual([
    `FROM node:24-slim@${digest} AS manifests`,
    'FROM manifests AS page',
    `    image: redis:7-alpine@${other}`,
    '        - image: registry.test:5000/a/b:1.2',
  ])
  expect(pinned).toContain('# see redis:7-alpine')
})

it.each([
  ['node:24-slim', 'https://registry-1.docker.io/v2/library/node/manifests/24-slim'],
  ['versity/versitygw:v1.8.0', 'https://registry-1.docker.io/v2/versity/versitygw/manifests/v1.8.0'],
  ['ghcr.io/a/b/c:1', 'https://ghcr.io/v2/a/b/c/manifests/1'],
  ['localhost:5000/a:1', 'http://localhost:5000/v2/a/manifests/1'],
])('asks for %s at %s', (image, url) => {
  expect(manifestUrl(image)).toBe(url)
})

let registry: Server | undefined
afterEach(() => registry?.close())

/** A registry with one image, which wants a token as they all do. */
async function startRegistry(manifest: string, stated: string): Promise<string> {
  registry = createServer(({ url = '', headers }, res) => {
    const host = headers.host ?? ''
    if (url === '/token?service=test&scope=repository%3Aa%2Fb%3Apull')
      return res.end(JSON.stringify({ token: 'of-anybody' }))
    if (headers.authorization !== 'Bearer of-anybody') {
      const challenge = `Bearer realm="http://${host}/token",service="test",scope="repository:a/b:pull"`
      return res.writeHead(401, { 'WWW-Authenticate': challenge }).end()
    }
    if (url !== '/v2/a/b/manifests/1') return res.writeHead(404).end()
    return res.writeHead(200, { 'Docker-Content-Digest': stated }).end(manifest)
  })
  await once(registry.listen(0, '127.0.0.1'), 'listening')
  return `127.0.0.1:${(registry.address() as AddressInfo).port}/a/b`
}

it('takes a digest from the bytes that a registry sends, and believes nothing else', async () => {
  const manifest = '{"schemaVersion":2}'
  const real = `sha256:${createHash('sha256').update(manifest).digest('hex')}`
  const name = await startRegistry(manifest, real)
  expect(await digestOf(`${name}:1`)).toBe(real)
  await expect(digestOf(`${name}:2`)).rejects.toThrow('answers 404')
  registry?.close()
  const lying = await startRegistry(manifest, digest)
  await expect(digestOf(`${lying}:1`)).rejects.toThrow(`says ${digest} and sends ${real}`)
})
