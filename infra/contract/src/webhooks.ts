import { z } from 'zod'
import { CallbackUrl } from './callback.ts'
import { decimal } from './decimal.ts'
import { DeliveryError } from './deliveries.ts'
import { defineEndpoint } from './endpoint.ts'
import { AnyEventType, EventType } from './events.ts'

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(EventType).describe('webhook_events'),
  credits_low_at: z.int().describe('credits_low_at'),
  state: z.enum(['active', 'paused', 'failing', 'gone']).describe('webhook_state'),
  failing_since: z.iso.datetime().nullable().describe('failing_since'),
  former_secret_until: z.iso.datetime().nullable().describe('former_secret_until'),
  created_at: z.iso.datetime(),
})
export type Webhook = z.output<typeof Webhook>

const secret = { secret: z.string().describe('webhook_secret') }
const WithSecret = Webhook.extend(secret)

const Attempt = z.object({
  at: z.iso.datetime(),
  status: z.int().nullable().describe('attempt_status'),
  error: DeliveryError.nullable().describe('attempt_error'),
  answer: z.string().describe('attempt_answer'),
  milliseconds: z.int(),
})

export const Delivery = z.object({
  id: z.uuid().describe('delivery_id'),
  type: AnyEventType,
  ingestion_id: z.uuid().nullable(),
  state: z.enum(['waiting', 'sending', 'delivered', 'failed']).describe('delivery_state'),
  created_at: z.iso.datetime(),
  next_attempt_at: z.iso.datetime().nullable().describe('next_attempt_at'),
  body: z.string().describe('delivery_body'),
  attempts: z.array(Attempt),
})
export type Delivery = z.output<typeof Delivery>

const none = z.object({})
const one = z.object({ id: z.uuid() })
const usual = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'invalid_request',
  'rate_limited',
  'unavailable',
] as const
const logPage = {
  query: z.object({
    cursor: decimal(z.int().positive()).optional(),
    limit: decimal(z.int().min(1).max(100)).default(20),
  }),
  body: z.void(),
  reply: z.object({ deliveries: z.array(Delivery), next_cursor: z.int().nullable() }),
} as const
const common = { access: 'user', scopes: ['manage'], query: none, problems: usual } as const

export const listWebhooks = defineEndpoint({
  ...common,
  name: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  params: none,
  body: z.void(),
  reply: z.object({ webhooks: z.array(Webhook) }),
})

export const createWebhook = defineEndpoint({
  ...common,
  name: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  params: none,
  body: z.strictObject({
    url: CallbackUrl,
    events: z.array(EventType).min(1).optional().describe('webhook_events_asked'),
    credits_low_at: z.int().min(1).max(1_000_000).default(10).describe('credits_low_at'),
  }),
  encoding: 'json',
  reply: WithSecret,
})

export const deleteWebhook = defineEndpoint({
  ...common,
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/:id',
  params: one,
  body: z.void(),
  reply: z.object({ ok: z.literal(true) }),
})

export const rotateWebhookSecret = defineEndpoint({
  ...common,
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/:id/rotate',
  params: one,
  body: z.void(),
  reply: WithSecret,
})

export const pauseWebhook = defineEndpoint({
  ...common,
  name: 'pauseWebhook',
  method: 'POST',
  path: '/v1/webhooks/:id/pause',
  params: one,
  body: z.void(),
  reply: Webhook,
})

export const resumeWebhook = defineEndpoint({
  ...common,
  name: 'resumeWebhook',
  method: 'POST',
  path: '/v1/webhooks/:id/resume',
  params: one,
  body: z.void(),
  reply: Webhook,
})

export const testWebhook = defineEndpoint({
  ...common,
  name: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/:id/test',
  params: one,
  body: z.void(),
  reply: Delivery,
})

export const listDeliveries = defineEndpoint({
  ...common,
  ...logPage,
  name: 'listDeliveries',
  method: 'GET',
  path: '/v1/webhooks/:id/deliveries',
  params: one,
})

/** What signs deliveries to a `callback_url`, if the account has asked for it. */
export const rotateCallbackSecret = defineEndpoint({
  ...common,
  name: 'rotateCallbackSecret',
  method: 'POST',
  path: '/v1/callbacks/rotate',
  params: none,
  body: z.void(),
  reply: Webhook.pick({ former_secret_until: true }).extend(secret),
})

export const listCallbackDeliveries = defineEndpoint({
  ...common,
  ...logPage,
  name: 'listCallbackDeliveries',
  method: 'GET',
  path: '/v1/callbacks/deliveries',
  params: none,
})

export const resendDelivery = defineEndpoint({
  ...common,
  name: 'resendDelivery',
  method: 'POST',
  path: '/v1/webhooks/deliveries/:id/resend',
  params: one,
  body: z.void(),
  reply: Delivery,
})
