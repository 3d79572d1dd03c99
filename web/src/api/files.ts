import type { Item } from '@equerre/contract/item'
import type { ReplyOf } from '@equerre/contract/endpoint'
import type { listIngestions } from '@equerre/contract/ingestions'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'

export type ServiceFile = Item

/** Page size of the list: the service's maximum. */
const listedAtOnce = 100

/** The signed-in user's stored files, sent from any device, newest first. */
export const filesQuery = queryOptions({
  queryKey: ['files'],
  queryFn: listFiles,
  // Other devices may add files.
  staleTime: 0,
  gcTime: 0,
})

async function listFiles(): Promise<readonly ServiceFile[]> {
  const files: ServiceFile[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = { limit: listedAtOnce, ...(cursor !== '' && { cursor }) }
    const reply: ReplyOf<typeof listIngestions> = await ask('listIngestions', { query })
    files.push(...reply.ingestions)
    cursor = reply.next_cursor
  }
  return files
}
