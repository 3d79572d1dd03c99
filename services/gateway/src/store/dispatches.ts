import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { laneShare, type Line, type Networks, type UnpaidStep } from '../core/fairness.ts'
import type { Step } from '../core/step.ts'
import type { Conn, GatewaySchema } from './schema.ts'
import { toStep } from './steps.ts'

/** What of the steps the workers are given, and when: the other half of the table `steps`. */

/** More than a network may have with the workers, and enough that nobody of it is overlooked for long. */
const unpaidBatch = 500

/** Each attempt has a token of its own, by which its result is known. */
const dispatchedNow = {
  state: 'dispatched',
  dispatched_at: sql<Date>`now()`,
  attempt_token: sql<string>`gen_random_uuid()`,
} as const

const widest = sql<string>`networks[1]`

/**
 * Marks the next waiting steps of an owner who pays as dispatched, as far as the window of steps in flight allows; what follows an
 * ingest waits until that has ended. Two callers for one owner take turns, so that the window holds.
 */
export async function claimWaiting(tx: Conn, ownerId: string, inFlightMax: number): Promise<Step[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 1))`.execute(tx)
  const { count } = await tx
    .selectFrom('steps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'dispatched')
    .executeTakeFirstOrThrow()
  if (count >= inFlightMax) return []
  const rows = await tx
    .updateTable('steps')
    .set(dispatchedNow)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('steps')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('state', '=', 'waiting')
        .where('networks', 'is', null)
        .where(canStart)
        .orderBy('created_at')
        .orderBy('id')
        .limit(inFlightMax - count)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  return rows.map(toStep)
}

/** What follows an ingest waits until that has ended. */
function canStart({
  or,
  eb,
  exists,
  selectFrom,
}: ExpressionBuilder<GatewaySchema, 'steps'>): Expression<SqlBool> {
  return or([
    eb('kind', '=', 'ingest'),
    exists(
      selectFrom('ingestions')
        .select('ingestions.id')
        .whereRef('ingestions.id', '=', 'steps.ingestion_id')
        .where('ingestions.state', '=', 'ready'),
    ),
  ])
}

/**
 * The unpaid steps of a network that could start, oldest first, and those that the workers have. Whoever asks for the same
 * network takes turns, until the end of the transaction.
 */
export async function lockUnpaid(
  tx: Conn,
  network: string,
): Promise<{ waiting: UnpaidStep[]; inFlight: UnpaidStep[] }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 2))`.execute(tx)
  const of = (state: 'waiting' | 'dispatched') =>
    tx
      .selectFrom('steps')
      .select(['id', 'owner_id as ownerId', 'lane'])
      .select(sql<Networks>`networks`.as('networks'))
      .where('state', '=', state)
      .where('networks', 'is not', null)
      .where(widest, '=', network)
  const waiting = of('waiting').where(canStart).orderBy('created_at').orderBy('id').limit(unpaidBatch)
  return { waiting: await waiting.execute(), inFlight: await of('dispatched').execute() }
}

/** @returns those that still waited */
export async function markDispatched(tx: Conn, ids: readonly string[]): Promise<Step[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('steps')
    .set(dispatchedNow)
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .returningAll()
    .execute()
  return rows.map(toStep)
}

/** Steps of a principal that wait for their turn. */
export async function countWaiting(db: Conn, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('steps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

/** How many unpaid steps of a network wait, and how many the workers have in each share of a lane. */
export async function summarizeUnpaid(
  db: Conn,
  network: string,
): Promise<{ waiting: number; inFlight: ReadonlyMap<string, number> }> {
  const groups = await db
    .selectFrom('steps')
    .select(['state', 'lane', (eb) => eb.fn.countAll<number>().as('count')])
    .select(sql<Networks>`networks`.as('networks'))
    .where('state', 'in', ['waiting', 'dispatched'])
    .where('networks', 'is not', null)
    .where(widest, '=', network)
    .groupBy(['state', 'lane', 'networks'])
    .execute()
  let waiting = 0
  const inFlight = new Map<string, number>()
  for (const { state, lane, count, networks } of groups) {
    if (state === 'waiting') waiting += count
    else
      for (const name of networks)
        inFlight.set(laneShare(lane, name), (inFlight.get(laneShare(lane, name)) ?? 0) + count)
  }
  return { waiting, inFlight }
}

/** Lines in which a step waits for its turn. */
export async function listWaitingLines(db: Conn): Promise<Line[]> {
  const waiting = db.selectFrom('steps').distinct().where('state', '=', 'waiting')
  const owners = await waiting.select('owner_id').where('networks', 'is', null).execute()
  const networks = await waiting.select(widest.as('network')).where('networks', 'is not', null).execute()
  return [...owners.map((row) => ({ ownerId: row.owner_id })), ...networks]
}

/** Steps that the workers were given before `before` and that have not ended: a window's worth for each principal at most. */
export async function listDispatchedBefore(db: Conn, before: Date): Promise<Step[]> {
  const rows = await db
    .selectFrom('steps')
    .selectAll()
    .where('state', '=', 'dispatched')
    .where('dispatched_at', '<', before)
    .orderBy('dispatched_at')
    .execute()
  return rows.map(toStep)
}

/**
 * Takes a step for another dispatch; of several relays only one gets it. An attempt that counts anew has a token of its own;
 * one that only the queue has lost keeps it, so that a result that was merely late still counts.
 * @returns null when it ended or was taken meanwhile
 */
export async function reclaim(
  db: Conn,
  step: Pick<Step, 'id' | 'attempts'>,
  { before, attempts }: { before: Date; attempts: number },
): Promise<Step | null> {
  const kept = attempts === step.attempts ? sql<string | null>`attempt_token` : sql<null>`null`
  const row = await db
    .updateTable('steps')
    .set({
      dispatched_at: sql<Date>`now()`,
      attempts,
      attempt_token: sql<string>`coalesce(${kept}::uuid, gen_random_uuid())`,
    })
    .where('id', '=', step.id)
    .where('state', '=', 'dispatched')
    .where('attempts', '=', step.attempts)
    .where('dispatched_at', '<', before)
    .returningAll()
    .executeTakeFirst()
  return row ? toStep(row) : null
}

/**
 * Counts an attempt whose result cannot be used, and makes its token worthless. The relay gives the step out again.
 * @returns null when it ended or was taken meanwhile
 */
export async function countFailedAttempt(
  db: Conn,
  step: Pick<Step, 'id' | 'attempts'>,
): Promise<Step | null> {
  const row = await db
    .updateTable('steps')
    .set({ attempts: step.attempts + 1, attempt_token: sql<string>`gen_random_uuid()` })
    .where('id', '=', step.id)
    .where('state', '=', 'dispatched')
    .where('attempts', '=', step.attempts)
    .returningAll()
    .executeTakeFirst()
  return row ? toStep(row) : null
}
