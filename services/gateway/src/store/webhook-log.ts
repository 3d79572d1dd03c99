import type { Delivery } from '@equerre/contract/webhooks'
import type { Conn } from './schema.ts'

/** A delivery with its event and its attempts, oldest first; `sequence` says where a page of the log ends. */
export type LoggedDelivery = {
  readonly sequence: number
  /** Null for the address that came with a call. */
  readonly webhookId: string | null
  readonly delivery: Delivery
}

type Part =
  | { readonly endpointId: string | null; readonly before: number | null; readonly limit: number }
  | { readonly deliveryId: string }

/** An owner's deliveries to one endpoint, or to the addresses that came with calls, newest first and older than `before`, or a single one. */
export async function listLog(db: Conn, ownerId: string, part: Part): Promise<LoggedDelivery[]> {
  const all = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select([
      'd.id',
      'd.sequence',
      'd.endpoint_id',
      'e.type',
      'd.ingestion_id',
      'd.state',
      'd.created_at',
      'd.due_at',
      'e.body',
    ])
    .where('d.owner_id', '=', ownerId)
    .orderBy('d.sequence', 'desc')
  const rows = await (
    'deliveryId' in part
      ? all.where('d.id', '=', part.deliveryId)
      : all
          .where('d.endpoint_id', part.endpointId === null ? 'is' : '=', part.endpointId)
          .$if(part.before !== null, (query) => query.where('d.sequence', '<', part.before!))
          .limit(part.limit)
  ).execute()
  const attempts = await attemptsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    sequence: row.sequence,
    webhookId: row.endpoint_id,
    delivery: {
      id: row.id,
      type: row.type,
      ingestion_id: row.ingestion_id,
      state: row.state,
      created_at: row.created_at.toISOString(),
      next_attempt_at: row.due_at?.toISOString() ?? null,
      body: row.body,
      attempts: attempts.get(row.id) ?? [],
    },
  }))
}

async function attemptsOf(db: Conn, ids: readonly string[]): Promise<Map<string, Delivery['attempts']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', 'in', ids)
    .orderBy('number')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.delivery_id)
  return new Map(
    [...grouped].map(([id, made]) => [
      id,
      made.map(({ at, status, error, answer, milliseconds }) => ({
        at: at.toISOString(),
        status,
        error,
        answer,
        milliseconds,
      })),
    ]),
  )
}
