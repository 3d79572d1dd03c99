import {
  cookieName,
  isSecure,
  originHeader,
  sessionCookies,
  signedInCookie,
  signInCookies,
} from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { Credential } from '../flow/begin-sign-in.ts'

/** The origin that the browser sees us under, from the gateway. @throws Problem `invalid_request` when it is missing */
export function siteOf(request: Request): string {
  const site = request.get(originHeader)
  if (site === undefined || !URL.canParse(site)) throw new Problem('invalid_request')
  return new URL(site).origin
}

/** Our own cookies in this request. */
export function cookiesOf(request: Request): {
  session: string | undefined
  pendingSignIn: string | undefined
} {
  const site = siteOf(request)
  const cookies = parseCookie(request.get('Cookie') ?? '')
  return {
    session: cookies[cookieName(sessionCookies, site)],
    pendingSignIn: cookies[cookieName(signInCookies, site)],
  }
}

/** Null clears it. */
export function setSession(response: Response, cookie: Credential | null): void {
  const name = cookieName(sessionCookies, siteOf(response.req))
  set(response, name, { ...cookie, httpOnly: true })
  // Lets scripts see that somebody is signed in without being able to read the credential.
  set(response, signedInCookie, { ...cookie, ...(cookie && { value: 'yes' }), httpOnly: false })
}

/** Null clears it. */
export function setPendingSignIn(response: Response, cookie: Credential | null): void {
  const name = cookieName(signInCookies, siteOf(response.req))
  set(response, name, { ...cookie, httpOnly: true })
}

type Setting = Partial<Credential> & { readonly httpOnly: boolean }

function set(response: Response, name: string, { value = '', lifetimeMs = 0, httpOnly }: Setting): void {
  const secure = isSecure(siteOf(response.req))
  response.cookie(name, value, { path: '/', httpOnly, sameSite: 'lax', secure, maxAge: lifetimeMs })
}
