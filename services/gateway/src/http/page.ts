import { changelogPath } from '@equerre/contract/changelog'
import { languageBases } from '@equerre/contract/language'
import compression from 'compression'
import express, { type Express, type RequestHandler, type Response } from 'express'
import path from 'node:path'
import type { Context } from '../context.ts'
import { readPage } from '../flow/read-page.ts'
import { siteOf } from './visitor.ts'

const yearMs = 365 * 24 * 3_600_000

/** Serves the built page: its files, its addresses, and for any other address the page with status 404. */
export function mountPage(ctx: Context, app: Express): void {
  const root = path.resolve(ctx.config.WEB_DIR)
  app.use(compression())
  if (ctx.config.STAGE === 'staging') app.use(hideFromSearch)
  for (const base of Object.values(languageBases)) {
    const assets = path.join(root, base, 'assets')
    const built = { immutable: true, maxAge: yearMs, fallthrough: true, setHeaders: nameEncoding }
    app.use(`${base}/assets`, chooseCompressed, express.static(assets, built))
  }
  app.use(express.static(root, { index: false, redirect: false, maxAge: 0 }))
  // Separate documents without scripts: the API reference, and the log of its changes.
  for (const [language, base] of Object.entries(languageBases))
    for (const document of ['/docs/', changelogPath])
      app.get(`${base}${document}`, (request, response) => {
        if (!request.path.endsWith('/')) return response.redirect(301, `${base}${document}`)
        response.set({ 'Cache-Control': 'no-cache', 'Content-Language': language })
        response.sendFile(`${document.slice(1)}index.html`, {
          root: path.join(root, base),
          cacheControl: false,
        })
      })
  app.get('/{*path}', async (request, response) => {
    const address = { path: request.path, query: request.originalUrl.includes('?') }
    const { status, type, language, indexed, text } = await readPage(ctx, {
      ...address,
      site: siteOf(ctx, request),
    })
    if (language) response.set('Content-Language', language)
    if (!indexed) response.set('X-Robots-Tag', 'noindex')
    response.status(status).set('Cache-Control', 'no-cache').type(type).send(text)
  })
}

const hideFromSearch: RequestHandler = (_request, response, next) => {
  response.set('X-Robots-Tag', 'noindex')
  next()
}

/** The build writes a brotli version next to every script and style sheet. */
const chooseCompressed: RequestHandler = (request, response, next) => {
  if (/\.(js|css)$/.test(request.path)) {
    response.vary('Accept-Encoding')
    if (request.acceptsEncodings('br')) request.url = `${request.path}.br`
  }
  next()
}

/** Set only when the file is found: an error page goes out uncompressed. */
function nameEncoding(response: Response, file: string): void {
  if (!file.endsWith('.br')) return
  response.set('Content-Encoding', 'br').type(path.extname(file.slice(0, -'.br'.length)))
}

/** `/api` is a page of the documentation, `/api/anything` an endpoint: the API's router must not get the former. */
export const onlyBelowApi =
  (api: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.path === '/' ? next() : api(request, response, next)
