import {
  confirmWithdrawal,
  getInvoice,
  listWithdrawalOffers,
  receiveStripeEvent,
  startCheckout,
} from '@equerre/contract/billing'
import type { Endpoint } from '@equerre/contract/endpoint'
import {
  cookieName,
  deleteMe,
  getApiKey,
  getMe,
  loginPaths,
  logout,
  originHeader,
  principalHeader,
  rotateApiKey,
  sessionCookies,
  signInCookies,
  writePrincipal,
} from '@equerre/contract/identity'
import { changeKey, createKey, listKeys, revokeKey, rotateKey } from '@equerre/contract/keys'
import { Problem } from '@equerre/contract/problems'
import { requestIdOf, spanOf } from '@equerre/platform/http'
import { parseCookie, stringifyCookie } from 'cookie'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Request, RequestHandler, Router } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Context } from '../context.ts'
import { limitStranger } from '../flow/authorize.ts'
import { readGuestCredits } from '../flow/read-credits.ts'
import { admit, credentialsOf, mirrorGuest, siteOf, visitorOf, type Visitor } from './visitor.ts'

/** The endpoints answered by auth; nothing else of it is reachable from outside. */
const authEndpoints: readonly Endpoint[] = [
  getMe,
  deleteMe,
  getApiKey,
  rotateApiKey,
  listKeys,
  createKey,
  changeKey,
  rotateKey,
  revokeKey,
]

/** Those answered by billing. Stripe's messages carry a signature instead of a principal. */
const billingEndpoints: readonly Endpoint[] = [
  startCheckout,
  getInvoice,
  listWithdrawalOffers,
  confirmWithdrawal,
  receiveStripeEvent,
]

/** Proxies the internal services' endpoints: the gateway adds who the caller is, and strips the client's credentials. */
export function mountProxies(ctx: Context, router: Router): void {
  const auth = proxyTo(ctx, ctx.config.AUTH_URL)
  for (const path of Object.values(loginPaths)) router.get(path, limitUnauthenticated(ctx), auth)
  router.post(logout.path, admit(ctx, logout), restoreGuestMirror(ctx), auth)
  for (const endpoint of authEndpoints) mountProxy(ctx, router, { endpoint, to: auth })
  const billing = proxyTo(ctx, ctx.config.BILLING_URL)
  for (const endpoint of billingEndpoints) mountProxy(ctx, router, { endpoint, to: billing })
}

function mountProxy(
  ctx: Context,
  router: Router,
  { endpoint, to }: { endpoint: Endpoint; to: RequestHandler },
): void {
  const verb = endpoint.method.toLowerCase() as 'get' | 'post' | 'delete'
  router[verb](endpoint.path, admit(ctx, endpoint), to)
}

/** Sign-in happens before anyone is identified, and makes auth contact the provider. */
function limitUnauthenticated(ctx: Context): RequestHandler {
  return async (request, _response, next) => {
    await limitStranger(ctx, request.ip)
    next()
  }
}

/** Signing out returns to the previous guest, whose credits the page then shows. */
function restoreGuestMirror(ctx: Context): RequestHandler {
  return async (request, response, next) => {
    const { guestKey } = credentialsOf(ctx, request)
    const credits = guestKey === undefined ? null : await readGuestCredits(ctx, guestKey)
    if (credits !== null) mirrorGuest(ctx, response, credits)
    next()
  }
}

function proxyTo(ctx: Context, target: string): RequestHandler {
  return createProxyMiddleware<Request>({
    target,
    proxyTimeout: 20_000,
    on: {
      proxyReq: (outgoing, request) => setIdentityHeaders(ctx, outgoing, request),
      proxyRes: (answer, request) => keepOwnCookies(answer, request),
      error: (_error, request) => request.next!(new Problem('unavailable')),
    },
  })
}

/** Identifies the caller in headers that only the gateway may set; the client's own are dropped. */
function setIdentityHeaders(ctx: Context, outgoing: ClientRequest, request: Request): void {
  const response = request.res!
  outgoing.removeHeader('X-API-Key')
  outgoing.removeHeader('Cookie')
  outgoing.removeHeader(principalHeader)
  const cookies = authCookies(ctx, request)
  if (cookies !== '') outgoing.setHeader('Cookie', cookies)
  outgoing.setHeader('Authorization', `Bearer ${ctx.config.INTERNAL_TOKEN}`)
  // There is no visitor on the way to a sign-in.
  const visitor: Visitor | undefined = visitorOf(response)
  if (visitor) outgoing.setHeader(principalHeader, writePrincipal(visitor.principal))
  outgoing.setHeader(originHeader, siteOf(ctx, request))
  outgoing.setHeader('X-Request-Id', requestIdOf(response))
  const { traceparent } = spanOf(response)
  if (traceparent !== undefined) outgoing.setHeader('traceparent', traceparent)
}

/** The cookies that auth itself has set. */
function authCookies(ctx: Context, request: Request): string {
  const site = siteOf(ctx, request)
  const own = new Set([cookieName(sessionCookies, site), cookieName(signInCookies, site)])
  const cookies = Object.entries(parseCookie(request.get('Cookie') ?? ''))
  return stringifyCookie(Object.fromEntries(cookies.filter(([name]) => own.has(name))))
}

/** Keeps the internal answer's cookies from replacing those the gateway has set. */
function keepOwnCookies(answer: IncomingMessage, request: Request): void {
  const own = request.res!.getHeader('Set-Cookie')
  if (own === undefined) return
  answer.headers['set-cookie'] = [own, answer.headers['set-cookie'] ?? []].flat().map(String)
}
