import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { NamedKey } from './keys.ts'

/** Who a request acts for. The wallet of a principal has the principal's id. */
export const Principal = z.object({ kind: z.enum(['user', 'guest']), id: z.uuid() })
export type Principal = z.output<typeof Principal>

/** How a principal proved who it is; only cookies need the same-site check. */
export type Credential = 'key' | 'session' | 'guest_key'

/**
 * The gateway names the principal to auth and billing in this header; trusted only with `Authorization:
 * Bearer INTERNAL_TOKEN`.
 */
export const principalHeader = 'x-equerre-principal'

export function writePrincipal({ kind, id }: Principal): string {
  return `${kind}:${id}`
}

/** @returns null for text that `writePrincipal` did not write */
export function readPrincipal(text: string | undefined): Principal | null {
  const [kind, id] = (text ?? '').split(':')
  return Principal.safeParse({ kind, id }).data ?? null
}

export const User = z.object({
  email: z.string(),
  name: z.string().nullable(),
  credits: z.number().int(),
  api_key: z.string().nullable(),
})
export type User = z.output<typeof User>

export const getMe = defineEndpoint({
  name: 'getMe',
  method: 'GET',
  path: '/me',
  access: 'user',
  params: z.object({}),
  query: z.object({}),
  body: z.void(),
  reply: User,
  problems: ['unauthenticated', 'rate_limited', 'unavailable'],
})

const none = z.object({})

/** A person’s two keys. The test key runs everything free of charge and watermarks the results. */
export const ApiKeys = z.object({
  api_key: z.string(),
  test_api_key: z.string(),
  created_at: z.iso.datetime().describe('key_created'),
  last_used_at: z.iso.datetime().nullable().describe('key_last_used'),
})
export type ApiKeys = z.output<typeof ApiKeys>

export const getApiKey = defineEndpoint({
  name: 'getApiKey',
  method: 'GET',
  path: '/api-key/me',
  access: 'user',
  params: none,
  query: none,
  body: z.void(),
  reply: ApiKeys,
  problems: ['unauthenticated', 'rate_limited', 'unavailable'],
})

export const rotateApiKey = defineEndpoint({
  name: 'rotateApiKey',
  method: 'POST',
  path: '/api-key/rotate',
  access: 'session',
  params: none,
  query: z.object({ kind: z.enum(['live', 'test']).default('live') }),
  body: z.void(),
  reply: ApiKeys,
  problems: ['unauthenticated', 'forbidden', 'invalid_request', 'rate_limited', 'unavailable'],
})

export const logout = defineEndpoint({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  access: 'anyone',
  params: none,
  query: none,
  body: z.void(),
  reply: z.object({ ok: z.literal(true) }),
  problems: ['unauthenticated', 'forbidden', 'rate_limited', 'unavailable'],
})

export const deleteMe = defineEndpoint({
  name: 'deleteMe',
  method: 'DELETE',
  path: '/me',
  access: 'session',
  params: none,
  query: none,
  body: z.void(),
  reply: z.object({ ok: z.literal(true) }),
  problems: ['unauthenticated', 'forbidden', 'rate_limited', 'unavailable'],
})

/**
 * What auth knows about a person, as exported. Keys and tokens are credentials, not data: only their dates
 * are included.
 */
export const AccountRecord = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  created_at: z.iso.datetime(),
  sessions: z.array(z.object({ created_at: z.iso.datetime(), expires_at: z.iso.datetime() })),
  api_keys: z.array(
    z.object({
      kind: z.enum(['live', 'test']),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime().nullable(),
      revoked_at: z.iso.datetime().nullable(),
    }),
  ),
  named_keys: z.array(NamedKey).default([]),
})
export type AccountRecord = z.output<typeof AccountRecord>

/** Auth’s half of the export; reachable only through the gateway. */
export const getAccountRecord = defineEndpoint({
  name: 'getAccountRecord',
  method: 'GET',
  path: '/internal/account',
  access: 'user',
  params: none,
  query: none,
  body: z.void(),
  reply: AccountRecord,
  problems: ['unauthenticated'],
})

/** The browser navigations of a sign-in. `next` names one of our own pages; anything else is ignored. */
export const loginPaths = { google: '/login/google', callback: '/login/google/callback' } as const

/** Why a sign-in failed: the value of `erreur` in `/login?erreur=…`. */
export const loginErrors = {
  /** The person declined. */
  cancelled: 'annulee',
  /** Too old, from another browser, or already used. */
  stale: 'expiree',
  /** The provider has not confirmed the e-mail address. */
  unverified: 'adresse',
  /** The provider, or our own service, cannot be reached. */
  unavailable: 'indisponible',
} as const
export type LoginError = keyof typeof loginErrors

type CookieNames = { readonly secure: string; readonly plain: string }

/** The session cookie: over HTTPS with the prefix that ties it to the host, over plain HTTP without it. */
export const sessionCookies: CookieNames = { secure: '__Host-session', plain: 'session' }

/**
 * Readable by scripts, set and cleared together with the session: without it the page need not ask who is
 * signed in. It grants no access.
 */
export const signedInCookie = 'signed-in'

/**
 * Sent by the page with every call while it shows an account: without a session that holds, the call is refused
 * instead of being answered as a guest's (decision 112). Its value says nothing, and it grants no access.
 */
export const signedInHeader = 'X-Signed-In'

/** What a browser keeps between leaving for the provider and coming back; sealed, only auth can read it. */
export const signInCookies: CookieNames = { secure: '__Host-sign-in', plain: 'sign-in' }

/** The cookie’s name on a site, given the site’s origin. */
export function cookieName(names: CookieNames, origin: string): string {
  return isSecure(origin) ? names.secure : names.plain
}

export function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

/**
 * The gateway passes auth and billing the origin that the browser sees, such as `https://equerre.example`, in
 * this header.
 */
export const originHeader = 'x-equerre-origin'

/** Asks the gateway to erase its data about a person whose account has been deleted. */
export const erasureQueue = 'gateway-erase'
export const ErasureJob = z.object({ userId: z.uuid() })
export type ErasureJob = z.output<typeof ErasureJob>

export const apiKeyHeader = 'X-API-Key'
