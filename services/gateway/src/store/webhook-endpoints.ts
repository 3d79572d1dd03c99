import type { EventType } from '@equerre/contract/events'
import type { Webhook } from '@equerre/contract/webhooks'
import { sql, type Selectable } from 'kysely'
import type { Conn, WebhookEndpointsTable } from './schema.ts'

export type WebhookEndpoint = {
  readonly id: string
  readonly ownerId: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly state: Webhook['state']
  readonly sealedSecret: string
  readonly sealedFormerSecret: string | null
  readonly formerUntil: Date | null
  readonly failingSince: Date | null
  readonly creditsLowAt: number
  readonly createdAt: Date
}

type NewEndpoint = Pick<
  WebhookEndpoint,
  'id' | 'ownerId' | 'url' | 'events' | 'sealedSecret' | 'creditsLowAt'
>

export async function insertEndpoint(tx: Conn, endpoint: NewEndpoint): Promise<WebhookEndpoint> {
  const row = await tx
    .insertInto('webhook_endpoints')
    .values({
      id: endpoint.id,
      owner_id: endpoint.ownerId,
      url: endpoint.url,
      events: [...endpoint.events],
      sealed_secret: endpoint.sealedSecret,
      credits_low_at: endpoint.creditsLowAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEndpoint(row)
}

/** Those who want to know something; none of them is deleted before the end of the transaction. */
export async function lockListening(tx: Conn, ownerId: string): Promise<WebhookEndpoint[]> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'gone')
    .forKeyShare()
    .execute()
  return rows.map(toEndpoint)
}

/** Oldest first. */
export async function listEndpoints(db: Conn, ownerId: string): Promise<WebhookEndpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toEndpoint)
}

/** Those of these that exist. */
export async function findEndpoints(db: Conn, ids: readonly string[]): Promise<WebhookEndpoint[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('webhook_endpoints').selectAll().where('id', 'in', ids).execute()
  return rows.map(toEndpoint)
}

/** Makes concurrent additions of one owner take turns, until the end of the transaction. */
export async function lockOwner(tx: Conn, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 4))`.execute(tx)
}

/** Locks it until the end of the transaction; whoever is being told meanwhile goes on. */
export async function lockOwnEndpoint(
  tx: Conn,
  { id, ownerId }: Pick<WebhookEndpoint, 'id' | 'ownerId'>,
): Promise<WebhookEndpoint | null> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toEndpoint(row) : null
}

export async function deleteOwnEndpoint(
  tx: Conn,
  { id, ownerId }: Pick<WebhookEndpoint, 'id' | 'ownerId'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_endpoints')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteEndpointsOf(tx: Conn, ownerId: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('owner_id', '=', ownerId).execute()
}

type Change = Partial<
  Pick<WebhookEndpoint, 'state' | 'failingSince' | 'sealedSecret' | 'sealedFormerSecret' | 'formerUntil'>
>

/** Changes what is given, of an endpoint that the transaction has locked. */
export async function changeEndpoint(tx: Conn, id: string, change: Change): Promise<WebhookEndpoint> {
  const { state, failingSince, sealedSecret, sealedFormerSecret, formerUntil } = change
  const row = await tx
    .updateTable('webhook_endpoints')
    .set({
      ...(state !== undefined && { state }),
      ...(failingSince !== undefined && { failing_since: failingSince }),
      ...(sealedSecret !== undefined && { sealed_secret: sealedSecret }),
      ...(sealedFormerSecret !== undefined && { sealed_former_secret: sealedFormerSecret }),
      ...(formerUntil !== undefined && { former_until: formerUntil }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEndpoint(row)
}

/** Notes whether an owner's credits are below what each endpoint wants to be told of. @returns those to tell now */
export async function noteCredits(tx: Conn, ownerId: string, credits: number): Promise<WebhookEndpoint[]> {
  const low = sql<boolean>`(${credits} < credits_low_at)`
  const rows = await tx
    .updateTable('webhook_endpoints')
    .set({ credits_low_told: low })
    .where('owner_id', '=', ownerId)
    .where('credits_low_told', '<>', low)
    .where('state', '<>', 'gone')
    .where(sql<boolean>`'credits.low' = any(events)`)
    .returningAll()
    .execute()
  return rows.filter((row) => row.credits_low_told).map(toEndpoint)
}

/** How many there are in each state. */
export async function countEndpoints(db: Conn): Promise<{ state: Webhook['state']; count: number }[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
}

function toEndpoint(row: Selectable<WebhookEndpointsTable>): WebhookEndpoint {
  return {
    id: row.id,
    ownerId: row.owner_id,
    url: row.url,
    events: row.events,
    state: row.state,
    sealedSecret: row.sealed_secret,
    sealedFormerSecret: row.sealed_former_secret,
    formerUntil: row.former_until,
    failingSince: row.failing_since,
    creditsLowAt: row.credits_low_at,
    createdAt: row.created_at,
  }
}
