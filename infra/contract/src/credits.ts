import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { limitTable } from './limits.ts'

/** Cookies that carry a guest: the credential, and a mirror of the balance for display. Both live `guestCookieMaxAgeS`. */
export const guestCookies = { key: 'guest_key', credits: 'cookie_credits' } as const
export const guestCookieMaxAgeS = 365 * 24 * 3600

/** Answer headers of a rectify: what it cost, and the credits left after it. */
export const creditHeaders = { charged: 'X-Credits-Charged', remaining: 'X-Credits-Remaining' } as const

export const getCredits = defineEndpoint({
  name: 'getCredits',
  method: 'GET',
  path: '/credits/me',
  summary: 'Le solde de crédits. Crée un invité quand personne n’est identifié.',
  access: 'newcomer',
  params: z.object({}),
  query: z.object({}),
  body: z.void(),
  reply: z.object({ credits: z.number().int().nonnegative() }),
  problems: ['unauthenticated', 'rate_limited', 'unavailable'],
})

export const addCredits = defineEndpoint({
  name: 'addCredits',
  method: 'POST',
  path: '/credits/add',
  summary: 'Ajoute une fois des crédits gratuits.',
  access: 'anyone',
  params: z.object({}),
  query: z.object({
    amount: z.coerce.number().int().min(1).max(1_000_000).default(limitTable.freeTopUpCredits.value),
  }),
  body: z.void(),
  reply: z.object({ credits: z.number().int().nonnegative(), added: z.number().int().positive() }),
  idempotent: true,
  problems: [
    'unauthenticated',
    'forbidden',
    'invalid_request',
    'free_topup_used',
    'idempotency_mismatch',
    'rate_limited',
    'unavailable',
  ],
})
