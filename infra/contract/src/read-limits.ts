import { z } from 'zod'
import { keyScopes } from './api-key.ts'
import { defineEndpoint } from './endpoint.ts'

export const getLimits = defineEndpoint({
  name: 'getLimits',
  method: 'GET',
  path: '/v1/limits',
  access: 'optional',
  scopes: keyScopes,
  params: z.object({}),
  query: z.object({}),
  body: z.void(),
  reply: z.object({
    limits: z.array(z.object({ name: z.string(), value: z.number(), unit: z.string(), label: z.string() })),
    own: z
      .object({
        tier: z.enum(['guest', 'account', 'paying']).describe('tier'),
        requests_per_minute: z.int(),
        uploads_per_minute: z.int(),
        steps_in_flight: z.int().describe('steps_in_flight'),
      })
      .nullable()
      .describe('own_ceilings'),
  }),
  problems: ['unauthenticated', 'rate_limited'],
})
