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

/** The endpoints that auth answers; nothing else of it can be reached from outside. */
const authEndpoints: readonly Endpoint[] = [getMe, deleteMe, getApiKey, rotateApiKey]

/** Those that billing answers. Stripe's messages carry a signature in the place of a principal. */
const billingEndpoints: readonly Endpoint[] = [
  startCheckout,
  getInvoice,
  listWithdrawalOffers,
  confirmWithdrawal,
  receiveStripeEvent,
]

/** Hands inner services' endpoints on: the gateway says who asks, the client's own keys stay here. */
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

/** Nobody is known yet on the way to a sign-in, which makes auth ask the provider. */
function limitUnauthenticated(ctx: Context): RequestHandler {
  return async (request, _response, next) => {
    await limitStranger(ctx, request.ip)
    next()
  }
}

/** Whoever signs out is the guest of before again, and the page shows that guest's credits. */
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

/** Says who asks, in the headers that only the gateway may write: what the client put there is thrown away. */
function setIdentityHeaders(ctx: Context, outgoing: ClientRequest, request: Request): void {
  const response = request.res!
  outgoing.removeHeader('X-API-Key')
  outgoing.removeHeader('Cookie')
  outgoing.removeHeader(principalHeader)
  const cookies = authCookies(ctx, request)
  if (cookies !== '') outgoing.setHeader('Cookie', cookies)
  outgoing.setHeader('Authorization', `Bearer ${ctx.config.INTERNAL_TOKEN}`)
  // Nobody has been let in on the way to a sign-in.
  const visitor: Visitor | undefined = visitorOf(response)
  if (visitor) outgoing.setHeader(principalHeader, writePrincipal(visitor.principal))
  outgoing.setHeader(originHeader, siteOf(ctx, request))
  outgoing.setHeader('X-Request-Id', requestIdOf(response))
  const { traceparent } = spanOf(response)
  if (traceparent !== undefined) outgoing.setHeader('traceparent', traceparent)
}

/** The cookies that auth has set itself. */
function authCookies(ctx: Context, request: Request): string {
  const site = siteOf(ctx, request)
  const own = new Set([cookieName(sessionCookies, site), cookieName(signInCookies, site)])
  const cookies = Object.entries(parseCookie(request.get('Cookie') ?? ''))
  return stringifyCookie(Object.fromEntries(cookies.filter(([name]) => own.has(name))))
}

/** The inner answer's cookies would replace those that the gateway has set on the way. */
function keepOwnCookies(answer: IncomingMessage, request: Request): void {
  const own = request.res!.getHeader('Set-Cookie')
  if (own === undefined) return
  answer.headers['set-cookie'] = [own, answer.headers['set-cookie'] ?? []].flat().map(String)
}
