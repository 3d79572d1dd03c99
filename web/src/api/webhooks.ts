import type { BodyOf, ReplyOf } from '@equerre/contract/endpoint'
import type {
  createWebhook,
  Delivery as LoggedDelivery,
  listDeliveries,
  listWebhooks,
  rotateCallbackSecret as rotate,
  Webhook as OwnWebhook,
} from '@equerre/contract/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { ask, call } from './client.ts'
import { queryClient } from './queries.ts'

/* A signed-in user's webhooks. */

export type Webhook = OwnWebhook
export type Delivery = LoggedDelivery
/** As it is answered once. */
export type NewSecret = Pick<ReplyOf<typeof createWebhook>, 'id' | 'secret'>

type CallbackSecret = ReplyOf<typeof rotate>
type Log = ReplyOf<typeof listDeliveries>

const deliveriesEveryMs = 3_000
const deliveriesMost = 20

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await ask<ReplyOf<typeof listWebhooks>>('listWebhooks')).webhooks,
})

/** What was sent last to one address, or to those that came with calls; looked at again while it is shown. */
export function deliveriesQuery(id: string | null) {
  return queryOptions({
    queryKey: ['webhooks', id],
    queryFn: async () => {
      const query = { limit: deliveriesMost }
      const log =
        id === null
          ? ask<Log>('listCallbackDeliveries', { query })
          : ask<Log>('listDeliveries', { id, query })
      return (await log).deliveries
    },
    staleTime: 0,
    refetchInterval: deliveriesEveryMs,
  })
}

export async function addWebhook(asked: Pick<BodyOf<typeof createWebhook>, 'url'>): Promise<NewSecret> {
  return changing(ask<NewSecret>('createWebhook', { json: asked }))
}

export async function rotateSecret(id: string): Promise<NewSecret> {
  return changing(ask<NewSecret>('rotateWebhookSecret', { id }))
}

/** @returns the secret that signs what goes to addresses that come with calls; shown once */
export async function rotateCallbackSecret(): Promise<CallbackSecret> {
  return ask<CallbackSecret>('rotateCallbackSecret')
}

export async function changeWebhook(
  name: 'pauseWebhook' | 'resumeWebhook' | 'deleteWebhook' | 'testWebhook' | 'resendDelivery',
  id: string,
): Promise<void> {
  await changing(call(name, { id }))
}

async function changing<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } finally {
    void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  }
}
