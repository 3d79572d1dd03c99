import { z } from 'zod'
import { decimal } from './decimal.ts'
import { Item } from './item.ts'
import { defineEndpoint } from './endpoint.ts'
import { signing } from './from-outside.ts'

export const getIngestion = defineEndpoint({
  name: 'getIngestion',
  method: 'GET',
  path: '/v1/detourage/ingestions/:id',
  access: 'anyone',
  scopes: ['straighten', 'read'],
  params: z.object({ id: z.uuid() }),
  query: z.object(signing),
  body: z.void(),
  reply: Item,
  problems: ['unauthenticated', 'not_found', 'expired', 'rate_limited'],
})

export const deleteIngestion = defineEndpoint({
  name: 'deleteIngestion',
  method: 'DELETE',
  path: '/v1/detourage/ingestions/:id',
  access: 'anyone',
  scopes: ['straighten'],
  params: z.object({ id: z.uuid() }),
  query: z.object({}),
  body: z.void(),
  reply: z.object({ ok: z.literal(true) }),
  problems: ['unauthenticated', 'forbidden', 'not_found', 'rate_limited'],
})

/** Milliseconds, no more than a date can have in the database too, and an id. */
export const cursorShape = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const listIngestions = defineEndpoint({
  name: 'listIngestions',
  method: 'GET',
  path: '/v1/detourage/ingestions',
  access: 'anyone',
  scopes: ['read'],
  params: z.object({}),
  query: z.object({
    limit: decimal(z.int().min(1).max(100)).default(20),
    cursor: z.string().max(100).meta({ pattern: cursorShape.source }).optional(),
    ...signing,
  }),
  body: z.void(),
  reply: z.object({ ingestions: z.array(Item), next_cursor: z.string().nullable() }),
  problems: ['unauthenticated', 'invalid_request', 'rate_limited'],
})
