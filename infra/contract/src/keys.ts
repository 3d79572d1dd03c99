import { z } from 'zod'
import { keyScopes } from './api-key.ts'
import { decimal } from './decimal.ts'
import { defineEndpoint } from './endpoint.ts'
import { ruled } from './field-rules.ts'

export const keyNameCharactersMax = 60
export const keyCreditsPerMonthMax = 1_000_000
/** Neither halves of characters nor controls, among them those that turn the direction of writing. */
const unfit = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

const Name = z
  .string()
  .trim()
  .min(1)
  .max(keyNameCharactersMax)
  .refine((text) => !unfit.test(text), ruled('plain_text'))
const Scopes = z
  .array(z.enum(keyScopes))
  .min(1)
  .max(keyScopes.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, ruled('distinct'))
  .meta({ uniqueItems: true })
const End = z.iso.datetime({ offset: true }).nullable()
const Cap = z.int().min(1).max(keyCreditsPerMonthMax).nullable()

/** A key to make. Unknown names are refused: a misspelt cap would be none. */
export const NewKey = z.strictObject({
  name: Name,
  scopes: Scopes.describe('key_scopes'),
  expires_at: End.default(null).describe('key_expires'),
  credits_per_month: Cap.default(null).describe('key_cap'),
})
export type NewKey = z.output<typeof NewKey>

/** What to change of a key; what is absent stays. */
export const KeyChange = z.strictObject({
  name: Name.optional(),
  scopes: Scopes.optional().describe('key_scopes'),
  expires_at: End.optional().describe('key_expires'),
  credits_per_month: Cap.optional().describe('key_cap'),
})
export type KeyChange = z.output<typeof KeyChange>

/** A further key of an account, without what opens it. */
export const NamedKey = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)).describe('key_scopes'),
  expires_at: z.iso.datetime().nullable().describe('key_expires'),
  credits_per_month: z.int().nullable().describe('key_cap'),
  ending: z.string().describe('key_ending'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('named_key_last_used'),
  revoked_at: z.iso.datetime().nullable().describe('key_revoked'),
})
export type NamedKey = z.output<typeof NamedKey>

/** A key just made or replaced: the only time that it is shown. */
export const ShownKey = NamedKey.extend({ api_key: z.string().describe('key_shown') })
export type ShownKey = z.output<typeof ShownKey>

const none = z.object({})
const one = z.object({ id: z.uuid() })
const administered = { access: 'session', scopes: ['manage'], query: none } as const
const problems = ['unauthenticated', 'forbidden', 'rate_limited', 'unavailable'] as const

export const listKeys = defineEndpoint({
  ...administered,
  access: 'user',
  name: 'listKeys',
  method: 'GET',
  path: '/v1/keys',
  params: none,
  body: z.void(),
  reply: z.object({ keys: z.array(NamedKey) }),
  problems,
})

export const createKey = defineEndpoint({
  ...administered,
  name: 'createKey',
  method: 'POST',
  path: '/v1/keys',
  params: none,
  body: NewKey,
  encoding: 'json',
  reply: ShownKey,
  problems: [...problems, 'invalid_request'],
})

export const changeKey = defineEndpoint({
  ...administered,
  name: 'changeKey',
  method: 'POST',
  path: '/v1/keys/:id',
  params: one,
  body: KeyChange,
  encoding: 'json',
  reply: NamedKey,
  problems: [...problems, 'invalid_request', 'not_found'],
})

export const rotateKey = defineEndpoint({
  ...administered,
  name: 'rotateKey',
  method: 'POST',
  path: '/v1/keys/:id/rotate',
  params: one,
  body: z.void(),
  reply: ShownKey,
  problems: [...problems, 'not_found'],
})

export const revokeKey = defineEndpoint({
  ...administered,
  name: 'revokeKey',
  method: 'DELETE',
  path: '/v1/keys/:id',
  params: one,
  body: z.void(),
  reply: z.object({ ok: z.literal(true) }),
  problems: [...problems, 'not_found'],
})

/** What a key spent on a day. */
export const KeyDay = z.object({
  day: z.iso.date().describe('usage_day'),
  key: z.uuid().nullable().describe('usage_key'),
  credits: z.int().nonnegative().describe('usage_credits'),
})
export type KeyDay = z.output<typeof KeyDay>

const usageDaysMax = 3_660

export const getKeyUsage = defineEndpoint({
  name: 'getKeyUsage',
  method: 'GET',
  path: '/v1/keys/usage',
  access: 'user',
  scopes: ['manage', 'read'],
  params: none,
  query: z.object({
    days: decimal(z.int().min(1).max(usageDaysMax)).default(30).describe('usage_days'),
  }),
  body: z.void(),
  reply: z.object({ usage: z.array(KeyDay) }),
  problems: ['unauthenticated', 'invalid_request', 'rate_limited'],
})
