import { bulkFetchQueue, fetchQueue } from '@equerre/contract/courier'
import { sql } from 'kysely'
import type { Networks } from '../core/fairness.ts'
import type { Conn } from './schema.ts'

/**
 * How many addresses are yet to be fetched for an owner who does not pay, and for each of these networks. Concurrent calls for one
 * owner or one network take turns, until the end of the transaction.
 * @returns the owner's, then those of the networks in their order
 */
export async function lockOpenFetches(
  tx: Conn,
  { ownerId, networks }: { ownerId: string; networks: Networks },
): Promise<number[]> {
  for (const name of [ownerId, networks[0]])
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 6))`.execute(tx)
  const open = tx
    .selectFrom('steps')
    .where('state', 'in', ['waiting', 'dispatched'])
    .where('lane', 'in', [fetchQueue, bulkFetchQueue])
    .where('networks', 'is not', null)
  const { own } = await open
    .select((eb) => eb.fn.countAll<number>().as('own'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const found = await open
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<Networks>`networks`.as('networks'))
    .where(sql<string>`networks[1]`, '=', networks[0])
    .groupBy('networks')
    .execute()
  const of = (network: string) =>
    found.reduce((sum, each) => sum + (each.networks.includes(network) ? each.count : 0), 0)
  return [own, ...networks.map(of)]
}
