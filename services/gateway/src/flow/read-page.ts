import { addressIn, languageBases, readAddress, type Language } from '@equerre/contract/language'
import { pageIndexed, pagePaths } from '@equerre/contract/pages'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { pageAt, robots, sitemap, withDrawing, withFacts, withHead } from '../core/page-head.ts'

type Address = {
  readonly path: string
  /** Whether it has a query. */
  readonly query: boolean
  /** The origin the page is served from. */
  readonly site: string
}

type Document = {
  readonly status: 200 | 404
  readonly type: 'text/html' | 'text/plain' | 'application/xml'
  /** Null for files not meant for people. */
  readonly language: Language | null
  /** Whether search engines may index it. */
  readonly indexed: boolean
  readonly text: string
}

/** An address that no page has, to render the page that says so. */
const nowhere = '/404'

/**
 * What to serve at an address that is not a built file: the page with its head, what search engines ask for, or the page again
 * with status 404, to say so itself. It is rendered only at its canonical address without a query, whose meaning only the
 * page's scripts know.
 */
export async function readPage(ctx: Context, { path: address, query, site }: Address): Promise<Document> {
  const staging = ctx.config.STAGE === 'staging'
  if (address === '/robots.txt')
    return { status: 200, type: 'text/plain', language: null, indexed: true, text: robots(site, staging) }
  if (address === '/sitemap.xml')
    return { status: 200, type: 'application/xml', language: null, indexed: true, text: sitemap(site) }
  const { language, path: french } = readAddress(address)
  const name = pageAt(french)
  const file = name ? `.pages/${name}.html` : 'index.html'
  const built = await readFile(resolve(ctx.config.WEB_DIR, `.${languageBases[language]}`, file), 'utf8')
  const { operator, limits } = ctx.config
  const facts = { operator, limits, site, staging }
  const path = addressIn(language, name ? pagePaths[name] : nowhere)
  const plain = !query && (!name || address === path)
  const html = withDrawing(withFacts(built, facts), plain ? await ctx.renderPage(path, facts) : '')
  if (!name) return { status: 404, type: 'text/html', language, indexed: false, text: html }
  const text = withHead(html, { name, language, site })
  return { status: 200, type: 'text/html', language, indexed: pageIndexed[name], text }
}
