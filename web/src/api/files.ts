import type { Item } from '@equerre/contract/detourage'
import type { ReplyOf } from '@equerre/contract/endpoint'
import type { listIngestions } from '@equerre/contract/ingestions'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'

export type ServiceFile = Item

/** Of the service's list at a time: the most it gives. */
const listedAtOnce = 100

/** What the service keeps of the files of whoever is signed in, wherever they were sent from, newest first. */
export const filesQuery = queryOptions({
  queryKey: ['files'],
  queryFn: listFiles,
  // Other devices add to it.
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
