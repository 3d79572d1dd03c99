import type {
  CheckoutNext,
  confirmWithdrawal,
  getInvoice,
  listWithdrawalOffers,
  startCheckout,
  WithdrawalOffer as Offer,
} from '@equerre/contract/billing'
import type { getCreditHistory } from '@equerre/contract/credits'
import type { BodyOf, ReplyOf } from '@equerre/contract/endpoint'
import type { getApiKey, rotateApiKey } from '@equerre/contract/identity'
import type { Pack } from '@equerre/contract/packs'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import { creditsQuery, meQuery, queryClient } from './queries.ts'

/* A signed-in user's keys, movements and purchases. */

export type KeyKind = 'live' | 'test'
export type ApiKeys = ReplyOf<typeof getApiKey>
type HistoryPage = ReplyOf<typeof getCreditHistory>
export type HistoryLine = HistoryPage['lines'][number]
export type WithdrawalOffer = Offer
export type Withdrawal = ReplyOf<typeof confirmWithdrawal>

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => ask<ApiKeys>('getApiKey') })

export const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: async () =>
    (await ask<ReplyOf<typeof listWithdrawalOffers>>('listWithdrawalOffers')).offers as WithdrawalOffer[],
})

/** The wallet's movements, newest first, paginated. */
export const historyQuery = infiniteQueryOptions({
  queryKey: ['history'],
  queryFn: ({ pageParam }) => fetchHistory(pageParam === null ? {} : { cursor: pageParam }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
})

/** Credits owed; while there are any, nothing can be spent. */
export const debtQuery = queryOptions({
  queryKey: ['debt'],
  queryFn: async () => (await fetchHistory({ limit: 1 })).owed,
})

export async function fetchHistory(query: { cursor?: number; limit?: number }): Promise<HistoryPage> {
  return ask<HistoryPage>('getCreditHistory', { query })
}

/** Replaces a key; the old one stops working at once. */
export async function rotateKey(kind: KeyKind): Promise<void> {
  const keys = await ask<ReplyOf<typeof rotateApiKey>>('rotateApiKey', { query: { kind } })
  queryClient.setQueryData(keysQuery.queryKey, keys)
}

/** Creates a payment page for `pack` that returns to `next`, and returns its URL. */
export async function openCheckout(pack: Pack['id'], next: CheckoutNext): Promise<string> {
  return (await ask<ReplyOf<typeof startCheckout>>('startCheckout', { id: pack, query: { next } })).url
}

/** URL of a purchase's invoice. */
export async function findInvoice(purchase: string): Promise<string> {
  return (await ask<ReplyOf<typeof getInvoice>>('getInvoice', { id: purchase })).url
}

export async function withdraw(declaration: BodyOf<typeof confirmWithdrawal>): Promise<Withdrawal> {
  return ask<Withdrawal>('confirmWithdrawal', { json: declaration })
}

/** Refetches everything that a payment or refund changes. */
export async function refreshMoney(): Promise<void> {
  const queries = [creditsQuery, meQuery, historyQuery, offersQuery, debtQuery]
  await Promise.all(queries.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
}
