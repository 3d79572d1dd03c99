import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Who a request acts for. The wallet of a principal has the principal's id. */
export const Principal = z.object({ kind: z.enum(['user', 'guest']), id: z.uuid() })
export type Principal = z.output<typeof Principal>

/** How a principal showed who it is; only cookies need the same-site check. */
export type Credential = 'key' | 'session' | 'guest_key'

/** The header by which the gateway tells auth and billing who asks; they believe it beside `Authorization: Bearer INTERNAL_TOKEN` only. */
export const principalHeader = 'x-equerre-principal'

export function writePrincipal({ kind, id }: Principal): string {
  return `${kind}:${id}`
}

/** @returns null for a text that `writePrincipal` did not write */
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
  summary: 'Le compte connecté.',
  access: 'user',
  params: z.object({}),
  query: z.object({}),
  body: z.void(),
  reply: User,
  problems: ['unauthenticated', 'rate_limited', 'unavailable'],
})

/** The session cookie: with the prefix that ties it to the host over HTTPS, without it over plain HTTP. */
export const sessionCookies = { secure: '__Host-session', plain: 'session' } as const

export const apiKeyHeader = 'X-API-Key'
