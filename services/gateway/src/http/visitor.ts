import { guestCookieMaxAgeS, guestCookies } from '@equerre/contract/credits'
import type { Endpoint } from '@equerre/contract/endpoint'
import { apiKeyHeader, sessionCookies, type Principal } from '@equerre/contract/identity'
import { requestIdOf } from '@equerre/platform/http'
import { parseCookie } from 'cookie'
import type { Request, RequestHandler, Response } from 'express'
import type { Context } from '../context.ts'
import { authorize, type Admission } from '../flow/authorize.ts'
import type { Credentials } from '../flow/identify.ts'

export type Visitor = {
  readonly principal: Principal
  readonly credential: Admission['credential']
  readonly requestId: string
  readonly idempotencyKey: string | undefined
}
/** Finds out who asks and whether it may; everything behind it can rely on `visitorOf`. */
export function admit(ctx: Context, endpoint: Endpoint): RequestHandler {
  return async (request, response, next) => {
    const { access } = endpoint
    if (access === 'public') return next()
    const admission = await authorize(ctx, {
      access,
      credentials: credentialsOf(request),
      origin: {
        secFetchSite: request.get('Sec-Fetch-Site'),
        origin: request.get('Origin'),
        host: request.get('Host'),
        publicUrl: ctx.config.PUBLIC_URL,
      },
      mutates: endpoint.method !== 'GET',
      uploads: endpoint.encoding === 'upload',
      address: request.ip,
    })
    response.locals['visitor'] = {
      principal: admission.principal,
      credential: admission.credential,
      requestId: requestIdOf(response),
      idempotencyKey: endpoint.step || endpoint.idempotent ? request.get('Idempotency-Key') : undefined,
    } satisfies Visitor
    if (admission.guestKey !== undefined) setGuestCookie(response, guestCookies.key, admission.guestKey)
    next()
  }
}

export function visitorOf(response: Response): Visitor {
  return response.locals['visitor'] as Visitor
}

/** Mirrors a guest's balance for the page to show; the ledger alone counts. */
export function mirrorCredits(response: Response, { principal }: Visitor, credits: number): void {
  if (principal.kind === 'guest') setGuestCookie(response, guestCookies.credits, String(credits))
}

/** Set by the server, since Safari forgets after a week what a page sets by itself. Readable, because the page reads it. */
function setGuestCookie(response: Response, name: string, value: string): void {
  const { secure } = response.req
  response.cookie(name, value, { maxAge: guestCookieMaxAgeS * 1_000, path: '/', sameSite: 'lax', secure })
}

function credentialsOf(request: Request): Credentials {
  const cookies = parseCookie(request.get('Cookie') ?? '')
  return {
    apiKey: request.get(apiKeyHeader),
    sessionToken: cookies[request.secure ? sessionCookies.secure : sessionCookies.plain],
    guestKey: cookies[guestCookies.key],
  }
}
