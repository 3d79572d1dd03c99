import { pageHeads } from '@equerre/contract/pages'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '../context.ts'
import { pageAt, robots, sitemap, withFacts, withHead } from '../core/page-head.ts'

type Document = {
  readonly status: 200 | 404
  readonly type: 'text/html' | 'text/plain' | 'application/xml'
  /** Whether search engines may show it. */
  readonly indexed: boolean
  readonly text: string
}

/**
 * What lies at an address that is no built file: the page with its head, what search engines ask for, or the page again
 * to say in its own words that there is nothing.
 * @param site the origin under which it is served
 */
export async function readPage(ctx: Context, address: string, site: string): Promise<Document> {
  if (address === '/robots.txt') return { status: 200, type: 'text/plain', indexed: true, text: robots(site) }
  if (address === '/sitemap.xml')
    return { status: 200, type: 'application/xml', indexed: true, text: sitemap(site) }
  const name = pageAt(address)
  const file = name ? `.pages/${name}.html` : 'index.html'
  const built = await readFile(path.resolve(ctx.config.WEB_DIR, file), 'utf8')
  const { operator, limits } = ctx.config
  const html = withFacts(built, { operator, limits })
  if (!name) return { status: 404, type: 'text/html', indexed: false, text: html }
  const { indexed } = pageHeads[name]
  return { status: 200, type: 'text/html', indexed, text: withHead(html, name, site) }
}
