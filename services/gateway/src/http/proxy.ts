import type { Endpoint } from '@equerre/contract/endpoint'
import { getMe, principalHeader, writePrincipal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { requestIdOf } from '@equerre/platform/http'
import type { Request, Router } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Context } from '../context.ts'
import { admit, visitorOf } from './visitor.ts'

/** The endpoints that auth answers; nothing else of it can be reached from outside. */
const authEndpoints: readonly Endpoint[] = [getMe]

/** Hands inner services' endpoints on: the gateway says who asks, the client's own cookies and keys stay here. */
export function mountProxies(ctx: Context, router: Router): void {
  const auth = proxyTo(ctx, ctx.config.AUTH_URL)
  for (const endpoint of authEndpoints) {
    const verb = endpoint.method.toLowerCase() as 'get' | 'post' | 'delete'
    router[verb](endpoint.path, admit(ctx, endpoint), auth)
  }
}

function proxyTo(ctx: Context, target: string) {
  return createProxyMiddleware<Request>({
    target,
    proxyTimeout: 10_000,
    on: {
      proxyReq: (outgoing, request) => {
        const response = request.res!
        const { principal } = visitorOf(response)
        outgoing.removeHeader('Cookie')
        outgoing.removeHeader('X-API-Key')
        outgoing.setHeader('Authorization', `Bearer ${ctx.config.INTERNAL_TOKEN}`)
        outgoing.setHeader(principalHeader, writePrincipal(principal))
        outgoing.setHeader('X-Request-Id', requestIdOf(response))
      },
      error: (_error, request) => request.next!(new Problem('unavailable')),
    },
  })
}
