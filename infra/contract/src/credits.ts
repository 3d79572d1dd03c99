import { z } from 'zod'
import { decimal } from './decimal.ts'
import { defineEndpoint } from './endpoint.ts'

/** A guest’s cookies: the credential, and a copy of the balance for display. Both last `guestCookieMaxAgeS`. */
export const guestCookies = { key: 'guest_key', credits: 'cookie_credits' } as const
export const guestCookieMaxAgeS = 365 * 24 * 3600

/** Response headers of a rectify: what it cost, and the credits left afterwards. */
export const creditHeaders = { charged: 'X-Credits-Charged', remaining: 'X-Credits-Remaining' } as const

export const getCredits = defineEndpoint({
  name: 'getCredits',
  method: 'GET',
  path: '/credits/me',
  access: 'newcomer',
  scopes: ['straighten', 'read', 'manage'],
  params: z.object({}),
  query: z.object({}),
  body: z.void(),
  reply: z.object({ credits: z.number().int().nonnegative() }),
  problems: ['unauthenticated', 'forbidden', 'rate_limited', 'unavailable'],
})

export const addCredits = defineEndpoint({
  name: 'addCredits',
  method: 'POST',
  path: '/credits/add',
  access: 'anyone',
  params: z.object({}),
  query: z.object({
    amount: decimal(z.int().min(1).max(1_000_000)).optional().describe('most_credits'),
  }),
  body: z.void(),
  reply: z.object({ credits: z.number().int().nonnegative(), added: z.number().int().positive() }),
  idempotent: true,
  problems: [
    'unauthenticated',
    'forbidden',
    'invalid_request',
    'free_topup_used',
    'free_credits_exhausted',
    'idempotency_mismatch',
    'rate_limited',
    'unavailable',
  ],
})

/** What a line of the history is about; `hold` is a reservation that is still open. */
export const HistoryKind = z.enum([
  'grant_guest',
  'free_topup',
  'purchase',
  'clawback',
  'release',
  'hold',
  'capture',
  'void',
  'move_out',
  'move_in',
])
export type HistoryKind = z.output<typeof HistoryKind>

export const HistoryLine = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  kind: HistoryKind,
  credits: z.number().int().describe('line_credits'),
  owed: z.number().int().describe('line_owed'),
  balance: z.number().int().describe('line_balance'),
  file: z.object({ name: z.string(), page: z.number().int() }).nullable().describe('line_file'),
})
export type HistoryLine = z.output<typeof HistoryLine>

export const getCreditHistory = defineEndpoint({
  name: 'getCreditHistory',
  method: 'GET',
  path: '/credits/history',
  access: 'anyone',
  scopes: ['read'],
  params: z.object({}),
  query: z.object({
    limit: decimal(z.int().min(1).max(100)).default(20),
    cursor: decimal(z.int().positive()).optional(),
  }),
  body: z.void(),
  reply: z.object({
    lines: z.array(HistoryLine),
    next_cursor: z.number().int().nullable(),
    owed: z.number().int().nonnegative().describe('owed'),
  }),
  problems: ['unauthenticated', 'invalid_request', 'rate_limited'],
})
