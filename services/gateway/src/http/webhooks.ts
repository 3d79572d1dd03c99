import {
  createWebhook,
  deleteWebhook,
  listCallbackDeliveries,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  resendDelivery,
  resumeWebhook,
  rotateCallbackSecret,
  rotateWebhookSecret,
  testWebhook,
} from '@equerre/contract/webhooks'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import {
  addWebhook,
  pause,
  removeWebhook,
  resend,
  resume,
  rotateCallbackSecret as replaceSecret,
  rotateSecret,
  sendTest,
} from '../flow/manage-webhooks.ts'
import { readDeliveries, readWebhooks, webhookReply } from '../flow/read-webhooks.ts'
import { open } from './door.ts'
import type { Visitor } from './visitor.ts'

export function mountWebhooks(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: listWebhooks,
    handle: async ({ visitor }) => ({ body: { webhooks: await readWebhooks(ctx, visitor.principal.id) } }),
  })
  open(ctx, router, {
    endpoint: createWebhook,
    handle: async ({ visitor, body }) => withSecret(await addWebhook(ctx, visitor.principal, body)),
  })
  open(ctx, router, {
    endpoint: deleteWebhook,
    handle: async (visit) => {
      await removeWebhook(ctx, named(visit))
      return { body: { ok: true } }
    },
  })
  open(ctx, router, {
    endpoint: rotateWebhookSecret,
    handle: async (visit) => withSecret(await rotateSecret(ctx, named(visit))),
  })
  open(ctx, router, {
    endpoint: pauseWebhook,
    handle: async (visit) => ({ body: webhookReply(await pause(ctx, named(visit))) }),
  })
  open(ctx, router, {
    endpoint: resumeWebhook,
    handle: async (visit) => ({ body: webhookReply(await resume(ctx, named(visit))) }),
  })
  open(ctx, router, {
    endpoint: testWebhook,
    handle: async (visit) => ({ body: await sendTest(ctx, named(visit)) }),
  })
  open(ctx, router, {
    endpoint: listDeliveries,
    handle: async ({ visitor, params, query }) => ({
      body: await readDeliveries(ctx, visitor.principal.id, { webhookId: params.id, ...query }),
    }),
  })
  open(ctx, router, {
    endpoint: rotateCallbackSecret,
    handle: async ({ visitor }) => unkept(await replaceSecret(ctx, visitor.principal)),
  })
  open(ctx, router, {
    endpoint: listCallbackDeliveries,
    handle: async ({ visitor, query }) => ({
      body: await readDeliveries(ctx, visitor.principal.id, { webhookId: null, ...query }),
    }),
  })
  open(ctx, router, {
    endpoint: resendDelivery,
    handle: async (visit) => ({ body: await resend(ctx, named(visit)) }),
  })
}

type Visit = { readonly visitor: Visitor; readonly params: { readonly id: string } }

function named({ visitor, params }: Visit) {
  return { id: params.id, ownerId: visitor.principal.id }
}

function withSecret({ endpoint, secret }: Awaited<ReturnType<typeof addWebhook>>) {
  return unkept({ ...webhookReply(endpoint), secret })
}

function unkept<Body>(body: Body) {
  return { body, headers: { 'Cache-Control': 'no-store' } }
}
