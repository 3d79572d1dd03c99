import {
  cookieName,
  isSecure,
  originHeader,
  sessionCookies,
  signInCookies,
  type CookieNames,
} from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { Credential } from '../flow/begin-sign-in.ts'

/** The address under which the browser sees us, as the gateway says. @throws Problem `invalid_request` when it says none */
export function siteOf(request: Request): string {
  const site = request.get(originHeader)
  if (site === undefined || !URL.canParse(site)) throw new Problem('invalid_request')
  return new URL(site).origin
}

/** Our own cookies of this request. */
export function cookiesOf(request: Request): { session: string | undefined; departure: string | undefined } {
  const site = siteOf(request)
  const cookies = parseCookie(request.get('Cookie') ?? '')
  return {
    session: cookies[cookieName(sessionCookies, site)],
    departure: cookies[cookieName(signInCookies, site)],
  }
}

/** Null clears it. */
export function setSession(response: Response, cookie: Credential | null): void {
  set(response, sessionCookies, cookie)
}

/** Null clears it. */
export function setDeparture(response: Response, cookie: Credential | null): void {
  set(response, signInCookies, cookie)
}

function set(response: Response, names: CookieNames, cookie: Credential | null): void {
  const site = siteOf(response.req)
  response.cookie(cookieName(names, site), cookie?.value ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(site),
    maxAge: cookie?.lifetimeMs ?? 0,
  })
}
