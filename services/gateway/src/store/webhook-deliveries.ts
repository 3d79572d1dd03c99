import type { AnyEventType } from '@equerre/contract/events'
import type { DeliveryOutcome } from '@equerre/contract/deliveries'
import type { Delivery } from '@equerre/contract/webhooks'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { randomUUID } from 'node:crypto'
import { hostCalled } from '../core/sealed-callback.ts'
import { deleteInPortions } from './delete-in-portions.ts'
import type { Conn, WebhookDeliveriesTable } from './schema.ts'

/** `endpointId`: null for the address that was given with a call, whose `url` is sealed; `body`: of its event, as it is sent. */
export type WebhookDelivery = {
  readonly id: string
  readonly ownerId: string
  readonly endpointId: string | null
  readonly ingestionId: string | null
  readonly url: string
  readonly state: Delivery['state']
  readonly attempts: number
  readonly attemptToken: string | null
  readonly body: string
}

type NewEvent = {
  readonly ownerId: string
  readonly ingestionId: string | null
  readonly type: AnyEventType
  readonly body: string
}
/** `held`: its endpoint is paused. */
type Addressee = { readonly endpointId: string | null; readonly url: string; readonly held: boolean }

/** Writes an event with a delivery for each addressee. @returns the deliveries' ids, which they keep for ever */
export async function insertEvent(tx: Conn, event: NewEvent, to: readonly Addressee[]): Promise<string[]> {
  const eventId = randomUUID()
  const { ownerId, ingestionId, type, body } = event
  const common = { owner_id: ownerId, ingestion_id: ingestionId }
  await tx
    .insertInto('webhook_events')
    .values({ id: eventId, ...common, type, body })
    .execute()
  const deliveries = to.map(({ endpointId, url, held }) => ({
    id: randomUUID(),
    event_id: eventId,
    endpoint_id: endpointId,
    ...common,
    url,
    // An endpoint's address is its owner's to choose: nothing is read into it.
    host: endpointId === null ? hostCalled(url) : new URL(url).host,
    due_at: held ? null : sql<Date>`now()`,
  }))
  await tx.insertInto('webhook_deliveries').values(deliveries).execute()
  return deliveries.map(({ id }) => id)
}

/** Begins an attempt at each of these, with a token of its own. */
export async function markSending(tx: Conn, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'sending', attempt_token: sql<string>`gen_random_uuid()`, sent_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute()
}

/** Those on their way, as far as they still exist. */
export async function findSending(db: Conn, ids: readonly string[]): Promise<WebhookDelivery[]> {
  if (ids.length === 0) return []
  const rows = await selectDeliveries(db).where('d.id', 'in', ids).where('d.state', '=', 'sending').execute()
  return rows.map(toDelivery)
}

/** Puts back what nobody has reported on. @returns the tokens of the lost attempts, which count for nothing */
export async function reclaimLost(
  db: Conn,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const lost = sql`state = 'sending' and sent_at < ${before} order by sent_at limit ${limit}`
  return putBack(db, lost, sql`now()`)
}

type Attempt = Pick<WebhookDelivery, 'id' | 'attemptToken'>

/** Takes an attempt back that was never made, until then. */
export async function takeBack(db: Conn, { id, attemptToken }: Attempt, until: Date): Promise<void> {
  await putBack(db, sql`id = ${id} and attempt_token = ${attemptToken}`, sql`${until}::timestamptz`)
}

/**
 * What was to be sent waits again: held where its endpoint is paused by now, given up where that is gone. The endpoints are locked first, so
 * that none is paused in between.
 */
async function putBack(db: Conn, which: RawBuilder<unknown>, dueAt: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    with lost as (
      select id, attempt_token, endpoint_id from webhook_deliveries where ${which}
    ), told as materialized (
      select id, state from webhook_endpoints where id in (select endpoint_id from lost) order by id for share
    )
    update webhook_deliveries d
    set attempt_token = null, sent_at = null,
      state = case when told.state = 'gone' then 'failed' else 'waiting' end,
      due_at = case when coalesce(told.state, 'active') = 'active' then ${dueAt} end
    from lost left join told on told.id = lost.endpoint_id
    where d.id = lost.id and d.attempt_token = lost.attempt_token
    returning lost.attempt_token as token`.execute(db)
  return rows.map(({ token }) => token)
}

export async function findDelivery(db: Conn, id: string): Promise<WebhookDelivery | null> {
  const row = await selectDeliveries(db).where('d.id', '=', id).executeTakeFirst()
  return row ? toDelivery(row) : null
}

/** `dueAt`: of one that waits; null while its endpoint is paused. */
export type AttemptEnd =
  { readonly state: 'delivered' | 'failed' } | { readonly state: 'waiting'; readonly dueAt: Date | null }

/**
 * The compare-and-set that every outcome passes: ends the attempt with this token, and writes it down.
 * @returns false when that attempt has ended already
 */
export async function endAttempt(tx: Conn, outcome: DeliveryOutcome, end: AttemptEnd): Promise<boolean> {
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({
      ...notSending,
      state: end.state,
      attempts: sql<number>`attempts + 1`,
      due_at: end.state === 'waiting' ? end.dueAt : null,
    })
    .where('id', '=', outcome.deliveryId)
    .where('attempt_token', '=', outcome.attemptToken)
    .returning(['attempts'])
    .executeTakeFirst()
  if (!row) return false
  const { deliveryId, status, error, answer, milliseconds } = outcome
  await tx
    .insertInto('webhook_attempts')
    .values({
      delivery_id: deliveryId,
      number: row.attempts,
      at: sql<Date>`now() - make_interval(secs => ${milliseconds / 1_000})`,
      status,
      error,
      answer,
      milliseconds,
    })
    .execute()
  return true
}

const notSending = { attempt_token: null, sent_at: null } as const

/** Gives up whatever still waits for an endpoint. */
export async function failWaiting(tx: Conn, endpointId: string): Promise<void> {
  await waitingFor(tx, endpointId).set({ state: 'failed', due_at: null }).execute()
}

/** Holds whatever waits for an endpoint, or lets it go on at once. */
export async function holdWaiting(tx: Conn, endpointId: string, held: boolean): Promise<void> {
  await waitingFor(tx, endpointId)
    .set({ due_at: held ? null : sql<Date>`now()` })
    .execute()
}

/** Lets go what was written as held while its endpoint was being resumed: neither transaction saw the other. */
export async function releaseHeld(db: Conn): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: sql<Date>`now()` })
    .where('state', '=', 'waiting')
    .where('due_at', 'is', null)
    .where('endpoint_id', 'in', (eb) =>
      eb.selectFrom('webhook_endpoints').select('id').where('state', '=', 'active'),
    )
    .execute()
}

function waitingFor(tx: Conn, endpointId: string) {
  return tx
    .updateTable('webhook_deliveries')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
}

/** Sends one that has ended again, under its own id; no other waits for it. @returns false for one that is still under way */
export async function sendAgain(tx: Conn, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', due_at: sql<Date>`now()`, resent: true })
    .where('id', '=', id)
    .where('state', 'in', ['delivered', 'failed'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives up, of what waits for an owner's receivers, the newest beyond so many. */
export async function failBeyond(db: Conn, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries set state = 'failed', due_at = null
    where state = 'waiting' and id in (
      select id from (select distinct owner_id from webhook_deliveries where state = 'waiting') owners
      cross join lateral (
        select id from webhook_deliveries
        where owner_id = owners.owner_id and state = 'waiting' order by sequence offset ${most}
      ) beyond
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes old events with their deliveries and attempts, whatever became of them. */
export async function deleteEventsBefore(db: Conn, before: Date): Promise<void> {
  await deleteInPortions(db, 'webhook_events', sql`created_at < ${before}`)
}

export async function deleteEventsOf(db: Conn, ownerId: string): Promise<void> {
  await deleteInPortions(db, 'webhook_events', sql`owner_id = ${ownerId}`)
}

/** How many have not ended. */
export async function countUnfinished(db: Conn): Promise<{ state: Delivery['state']; count: number }[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('state', 'in', ['waiting', 'sending'])
    .groupBy('state')
    .execute()
}

/** For how many seconds the delivery that could go and has not has been due; 0 if there is none. */
export async function readLateness(db: Conn): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - due_at)::float as seconds from webhook_deliveries due
    where state = 'waiting' and due_at <= now() and not ${waitsForEarlier('due')} order by due_at limit 1`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** Whether an earlier one of the same file is on its way to the same endpoint, unless that is sent again. @param delivery its alias */
export function waitsForEarlier(delivery: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${delivery}.${column}`)
  return sql`exists (
    select from webhook_deliveries before
    where before.endpoint_id = ${of('endpoint_id')} and before.ingestion_id = ${of('ingestion_id')}
      and before.sequence < ${of('sequence')} and before.state in ('waiting', 'sending') and not before.resent
  )`
}

function selectDeliveries(db: Conn) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select([
      'd.id',
      'd.owner_id',
      'd.endpoint_id',
      'd.ingestion_id',
      'd.url',
      'd.state',
      'd.attempts',
      'd.attempt_token',
      'e.body',
    ])
}

type Row = Pick<
  Selectable<WebhookDeliveriesTable>,
  'id' | 'owner_id' | 'endpoint_id' | 'ingestion_id' | 'url' | 'state' | 'attempts' | 'attempt_token'
> & { readonly body: string }

function toDelivery(row: Row): WebhookDelivery {
  return {
    id: row.id,
    ownerId: row.owner_id,
    endpointId: row.endpoint_id,
    ingestionId: row.ingestion_id,
    url: row.url,
    state: row.state,
    attempts: row.attempts,
    attemptToken: row.attempt_token,
    body: row.body,
  }
}
