import { pageIndexed, pagePaths, type PageName } from '@equerre/contract/pages'
import { endpoints } from '@equerre/contract/openapi'
import { limitTable } from '@equerre/contract/limits'
import { startProduct, type Product } from '@equerre/testkit/product'
import { pageWords } from '@equerre/words/fr/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './support/observe.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { IMAGE_BYTES_MAX: '1000000' } })
})
afterAll(() => product.stop())

const get = (path: string) => fetch(`${product.url}${path}`)

describe('the page', () => {
  it.each(Object.values(pagePaths))('is served at %s', async (path) => {
    const reply = await get(path)
    expect(reply.status).toBe(200)
    expect(await reply.text()).toContain('<div id="root">')
  })

  it.each(['/facture', '/camscan/x', '/camscan2', '/.env', '/index.html/x'])(
    'G40: answers 404 at %s, with a page of its own',
    async (path) => {
      const reply = await get(path)
      expect(reply.status).toBe(404)
      expect(reply.headers.get('X-Robots-Tag')).toBe('noindex')
      expect(await reply.text()).toContain('<div id="root">')
    },
  )

  it.each(Object.entries(pagePaths))('describes %s without scripts, at %s', async (name, path) => {
    const { title, description } = pageWords[name as PageName]
    const reply = await get(path)
    const html = await reply.text()
    expect(html).toContain(`<title>${title}</title>`)
    expect(html).toContain(`content="${description}"`)
    expect(html).toContain(`<link rel="canonical" href="${product.url}${path}" />`)
    expect(reply.headers.get('X-Robots-Tag')).toBe(pageIndexed[name as PageName] ? null : 'noindex')
  })

  it.each(Object.values(pagePaths))(
    'comes rendered at %s, without anything its policy forbids',
    async (path) => {
      const html = await (await get(path)).text()
      const [, drawn = ''] = /<div id="root">(.*)<\/div>\s*<noscript>/s.exec(html) ?? []
      expect(drawn).toContain('<h1')
      expect(drawn).toContain('<footer')
      expect(drawn).not.toMatch(/\sstyle=|<script/)
    },
  )

  it.each(Object.values(pagePaths))('exists in English too, below /en: %s', async (path) => {
    const address = path === '/' ? '/en' : `/en${path}`
    const reply = await get(address)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('Content-Language')).toBe('en')
    const html = await reply.text()
    expect(html).toContain('<html lang="en"')
    expect(html).toContain(`<link rel="canonical" href="${product.url}${address}" />`)
    expect(html).toContain(`<link rel="alternate" hreflang="fr" href="${product.url}${path}" />`)
    expect(html).toMatch(/<div id="root">.*Skip to content.*<h1/s)
  })

  it('is French without /en, whatever the browser prefers, without redirects', async () => {
    const reply = await fetch(`${product.url}/pricing`, {
      headers: { 'Accept-Language': 'en' },
      redirect: 'manual',
    })
    expect([reply.status, reply.headers.get('Content-Language')]).toEqual([200, 'fr'])
    expect(await reply.text()).toContain('<html lang="fr"')
  })

  it('answers 404 in English below /en', async () => {
    const reply = await get('/en/facture')
    expect([reply.status, reply.headers.get('Content-Language')]).toEqual([404, 'en'])
  })

  it.each(['', '/en'])('has its reference at %s/docs/, also without the trailing slash', async (base) => {
    const reply = await get(`${base}/docs`)
    expect(new URL(reply.url).pathname).toBe(`${base}/docs/`)
    expect(await reply.text()).toContain(base === '' ? 'Chaque adresse' : 'Every address')
    const log = await get(`${base}/docs/changelog`)
    expect(new URL(log.url).pathname).toBe(`${base}/docs/changelog/`)
    expect(await log.text()).toContain(base === '' ? 'Changements de l’API' : 'Changes of the API')
    const feed = (await (await get(`${base}/docs/changelog/feed.json`)).json()) as { items: { id: string }[] }
    expect(feed.items.map(({ id }) => id)).toContain('equerre-api-1.0')
  })

  it('leaves addresses with a query to its scripts', async () => {
    expect(await (await get('/login?next=/camscan')).text()).toContain('<div id="root"></div>')
  })

  it('includes the operator and the limits in force', async () => {
    const html = await (await get('/mentions-legales')).text()
    const [, json = ''] = /id="facts">([^<]*)/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      operator: { email: null },
      limits: { imageBytesMax: 1_000_000 },
      site: product.url,
    })
    expect(html).toMatch(/<span class="\w+">\[adresse e-mail\]<\/span>/)
    expect(await (await get('/camscan')).text()).toMatch(/\b1\sMB par image/)
  })

  it('tells search engines about its pages', async () => {
    const robots = await (await get('/robots.txt')).text()
    const [, address = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? []
    const sitemap = await fetch(address)
    expect(sitemap.headers.get('Content-Type')).toContain('xml')
    const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)/g)].map((match) => match[1]!)
    expect(addresses.length).toBeGreaterThan(5)
    for (const found of addresses) expect((await fetch(found)).status, found).toBe(200)
  })

  it('says on every page that a staging site only plays payments, and hides it from search engines', async () => {
    const staging = await startProduct({ env: { STAGE: 'staging' } })
    try {
      const home = await fetch(`${staging.url}/`)
      expect(home.headers.get('X-Robots-Tag')).toBe('noindex')
      expect(await home.text()).toContain('Site d’essai')
      expect((await fetch(`${staging.url}/docs/`)).headers.get('X-Robots-Tag')).toBe('noindex')
      expect(await (await fetch(`${staging.url}/en/pricing`)).text()).toContain('Test site')
      expect(await (await fetch(`${staging.url}/robots.txt`)).text()).toContain('Disallow: /\n')
    } finally {
      await staging.stop()
    }
    expect(await (await get('/')).text()).not.toContain('Site d’essai')
  })

  it('G24: is at /api and /api/, and the API below', async () => {
    for (const path of ['/api', '/api/'])
      expect((await get(path)).headers.get('Content-Type')).toContain('text/html')
    const unknown = await get('/api/xyz')
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('Content-Type')).toContain('application/problem+json')
  })

  it('may only run its own scripts and styles, and may not be framed', async () => {
    const { headers } = await get('/camscan')
    const policy = headers.get('Content-Security-Policy')
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const powers = headers.get('Permissions-Policy')
    for (const power of ['camera', 'microphone', 'geolocation', 'payment'])
      expect(powers).toContain(`${power}=()`)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('X-Powered-By')).toBeNull()
  })

  it('sends its scripts compressed', async () => {
    const html = await (await get('/')).text()
    const [asset] = /\/assets\/[^"]+\.js/.exec(html) ?? []
    const reply = await fetch(`${product.url}${asset}`, { headers: { 'Accept-Encoding': 'br' } })
    expect(reply.headers.get('Content-Encoding')).toBe('br')
    expect(reply.headers.get('Content-Type')).toContain('javascript')
    expect(reply.headers.get('Vary')).toContain('Accept-Encoding')
    const plain = await fetch(`${product.url}${asset}`, { headers: { 'Accept-Encoding': 'identity' } })
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    expect(await plain.text()).toBe(await reply.text())
  })

  it('answers an uncompressed 404 for a script of an earlier version', async () => {
    const reply = await fetch(`${product.url}/assets/index-0.js`, { headers: { 'Accept-Encoding': 'br' } })
    expect(reply.status).toBe(404)
    expect(await reply.text()).toContain('<div id="root">')
  })

  it('has its built files cached for a year, but not itself', async () => {
    const html = await (await get('/')).text()
    const [asset] = /\/assets\/[^"]+\.js/.exec(html) ?? []
    expect((await get(asset!)).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect((await get('/')).headers.get('Cache-Control')).toBe('no-cache')
  })
})

describe('what a client can look up beforehand', () => {
  it('is every limit in force', async () => {
    const { limits } = (await (await get('/api/v1/limits')).json()) as {
      limits: { name: string; value: number }[]
    }
    expect(limits.map(({ name }) => name)).toEqual(Object.keys(limitTable))
    expect(limits.find(({ name }) => name === 'imageBytesMax')?.value).toBe(1_000_000)
  })

  it('is the contract, with every endpoint', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, object>
    }
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    const named = operations.map(({ operationId }) => operationId as string)
    expect(named.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
  })

  it('is whether the service is alive and ready', async () => {
    expect(await (await get('/api/healthz')).json()).toMatchObject({ status: 'ok' })
    await until(async () => (await get('/api/readyz')).ok)
    await product.kill('vision-worker')
    await product.kill('auth')
    expect(await (await get('/api/healthz')).json()).toMatchObject({ status: 'ok' })
    await until(async () => (await get('/api/readyz')).status === 503)
    const { missing } = (await (await get('/api/readyz')).json()) as { missing: string[] }
    expect(missing).toContain('auth')
  })
})
