import { keyScopes } from '@equerre/contract/api-key'
import { guestCookieMaxAgeS, guestCookies } from '@equerre/contract/credits'
import type { Endpoint } from '@equerre/contract/endpoint'
import {
  apiKeyHeader,
  cookieName,
  isSecure,
  sessionCookies,
  signedInHeader,
  type Principal,
} from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { noteFacts, requestIdOf } from '@equerre/platform/http'
import { parseCookie } from 'cookie'
import type { Request, RequestHandler, Response } from 'express'
import type { Context } from '../context.ts'
import { authorize, type Admission, type Visit } from '../flow/authorize.ts'
import type { Owner } from '../core/step.ts'
import type { Credentials } from '../flow/identify.ts'

export type Visitor = {
  readonly principal: Principal
  readonly credential: Admission['credential']
  readonly standing: Admission['standing']
  readonly ceilings: Admission['ceilings']
  /** A test key: nothing is charged, and what is made is watermarked. */
  readonly test: boolean
  /** The key that pays. */
  readonly key: Admission['key']
  readonly requestId: string
  /** The endpoint's name, the scope of an idempotency key. */
  readonly route: string
  readonly idempotencyKey: string | undefined
}
/** Identifies the caller and checks access; handlers after it can rely on `visitorOf`. */
export function admit(ctx: Context, endpoint: Endpoint): RequestHandler {
  return async (request, response, next) => {
    const { access } = endpoint
    if (access === 'public' || access === 'optional') return next()
    const admission = await authorize(ctx, visitOf(ctx, request, { ...endpoint, access }))
    response.locals['visitor'] = {
      principal: admission.principal,
      credential: admission.credential,
      standing: admission.standing,
      ceilings: admission.ceilings,
      test: admission.test,
      key: admission.key,
      requestId: requestIdOf(response),
      route: endpoint.name,
      idempotencyKey: endpoint.step || endpoint.idempotent ? request.get('Idempotency-Key') : undefined,
    } satisfies Visitor
    const { principal, key } = admission
    noteFacts(response, { ownerId: principal.id, ...(key && { keyId: key.id }) })
    if (admission.guestKey !== undefined) setGuestCookies(ctx, response, { key: admission.guestKey })
    if (admission.guestCredits !== undefined) mirrorGuest(ctx, response, admission.guestCredits)
    next()
  }
}

/**
 * The caller of an `optional` endpoint; null without valid credentials. Only a wrong key and a page that shows an account are
 * refused: browsers send old cookies.
 */
export async function admitIfAny(ctx: Context, request: Request): Promise<Admission | null> {
  const visit = visitOf(ctx, request, { access: 'anyone', scopes: keyScopes, method: 'GET' })
  try {
    return await authorize(ctx, visit)
  } catch (error) {
    const unknown = error instanceof Problem && error.facts.sentence === 'unauthenticated'
    if (unknown && visit.credentials.apiKey === undefined) return null
    throw error
  }
}

function visitOf(
  ctx: Context,
  request: Request,
  {
    access,
    scopes = [],
    method,
    encoding,
  }: Pick<Visit, 'access'> & Pick<Endpoint, 'scopes' | 'method' | 'encoding'>,
): Visit {
  return {
    access,
    scopes,
    credentials: credentialsOf(ctx, request),
    origin: {
      secFetchSite: request.get('Sec-Fetch-Site'),
      origin: request.get('Origin'),
      protocol: request.protocol,
      host: request.get('Host'),
      publicUrl: ctx.config.PUBLIC_URL,
    },
    mutates: method !== 'GET',
    uploads: encoding === 'upload',
    signedIn: request.get(signedInHeader) !== undefined,
    address: request.ip,
  }
}

/** The owner of the files that a visitor makes and may see. */
export function ownerOf({ principal, test }: Visitor): Owner {
  return { id: principal.id, test }
}

export function visitorOf(response: Response): Visitor {
  return response.locals['visitor'] as Visitor
}

/** Mirrors a guest's balance in a cookie for the page to show; only the ledger counts. */
export function mirrorCredits(ctx: Context, response: Response, credits: number): void {
  if (visitorOf(response).principal.kind === 'guest') mirrorGuest(ctx, response, credits)
}

/** Sets the mirror of a guest who is not the visitor: the page must not mistake an account's balance for a guest's. */
export function mirrorGuest(ctx: Context, response: Response, credits: number): void {
  setGuestCookies(ctx, response, { credits: String(credits) })
}

/** The address at which the browser sees us. @throws Problem `invalid_request` for an invalid Host */
export function siteOf(ctx: Context, request: Request): string {
  const site = ctx.config.PUBLIC_URL ?? `${request.protocol}://${request.get('Host')}`
  if (!URL.canParse(site)) throw new Problem('invalid_request')
  return new URL(site).origin
}

/** Set by the server, because Safari drops cookies that a page sets itself after a week. Not HttpOnly, because the page reads them. */
function setGuestCookies(
  ctx: Context,
  response: Response,
  values: Partial<Record<keyof typeof guestCookies, string>>,
): void {
  const secure = isSecure(siteOf(ctx, response.req))
  for (const [name, value] of Object.entries(values)) {
    const cookie = guestCookies[name as keyof typeof guestCookies]
    response.cookie(cookie, value, { maxAge: guestCookieMaxAgeS * 1_000, path: '/', sameSite: 'lax', secure })
  }
}

export function credentialsOf(ctx: Context, request: Request): Credentials {
  const cookies = parseCookie(request.get('Cookie') ?? '')
  return {
    apiKey: request.get(apiKeyHeader),
    sessionToken: cookies[cookieName(sessionCookies, siteOf(ctx, request))],
    guestKey: cookies[guestCookies.key],
  }
}
