import type { BodyOf, ReplyOf } from '@equerre/contract/endpoint'
import type {
  changeKey as change,
  createKey as create,
  getKeyUsage,
  listKeys,
  NamedKey as Key,
  rotateKey as rotate,
} from '@equerre/contract/keys'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import { queryClient } from './queries.ts'

/* A signed-in user's named keys, and what each key spent. */

export type NamedKey = Key
export type KeyDay = ReplyOf<typeof getKeyUsage>['usage'][number]

/** The longest period shown: twelve months. */
const usageDays = 366

export const namedKeysQuery = queryOptions({
  queryKey: ['named-keys'],
  queryFn: async () => (await ask<ReplyOf<typeof listKeys>>('listKeys')).keys,
})

/** Credits by key and day, oldest first. */
export const keyUsageQuery = queryOptions({
  queryKey: ['key-usage'],
  queryFn: async () =>
    (await ask<ReplyOf<typeof getKeyUsage>>('getKeyUsage', { query: { days: usageDays } })).usage,
})

/** Makes a key, and returns its secret, which is never shown again. */
export async function createKey(settings: BodyOf<typeof create>): Promise<string> {
  return (await refreshed(ask<ReplyOf<typeof create>>('createKey', { json: settings }))).api_key
}

export async function changeKey(id: string, settings: BodyOf<typeof change>): Promise<void> {
  await refreshed(ask('changeKey', { id, json: settings }))
}

/** Replaces a key's secret, and returns the new one. */
export async function rotateNamedKey(id: string): Promise<string> {
  return (await refreshed(ask<ReplyOf<typeof rotate>>('rotateKey', { id }))).api_key
}

export async function revokeKey(id: string): Promise<void> {
  await refreshed(ask('revokeKey', { id }))
}

/** Shows the list anew, also after a failure: another tab may have changed it. */
async function refreshed<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } finally {
    await queryClient.invalidateQueries({ queryKey: namedKeysQuery.queryKey })
  }
}
