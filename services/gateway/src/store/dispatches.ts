import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { laneShare, type Line, type Networks, type UnpaidStep } from '../core/fairness.ts'
import { bulkLanes, isBulk, lanes, lanesApart, type Lane } from '../core/lanes.ts'
import type { Step } from '../core/step.ts'
import type { Conn, GatewaySchema } from './schema.ts'
import { toStep } from './steps.ts'

/** Which steps are given to the workers, and when: the other half of the table `steps`. */

/** More than a network may have in flight, and enough that none of its steps is overlooked for long. */
const unpaidBatch = 500

/** Each attempt has its own token, which identifies its result. */
const dispatchedNow = {
  state: 'dispatched',
  dispatched_at: sql<Date>`now()`,
  attempt_token: sql<string>`gen_random_uuid()`,
} as const

const widest = sql<string>`networks[1]`

/**
 * Marks the next waiting steps of a paying owner as dispatched, as far as the window of steps in flight allows, of which each lane
 * apart has one of its own, and those of batches one together; steps that follow an ingest wait for its end. Concurrent calls for one
 * owner take turns, so that the windows hold.
 */
export async function claimWaiting(
  tx: Conn,
  ownerId: string,
  { inFlightMax, batchInFlightMax }: { inFlightMax: number; batchInFlightMax: number },
): Promise<Step[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 1))`.execute(tx)
  const claimed = await claimIn(tx, { ownerId, inFlightMax, lanes: pageLanes })
  for (const lane of singleLanesApart)
    claimed.push(...(await claimIn(tx, { ownerId, inFlightMax, lanes: [lane] })))
  const ofBatches = await claimIn(tx, { ownerId, inFlightMax: batchInFlightMax, lanes: bulkLanes })
  return [...claimed, ...ofBatches]
}

const pageLanes = lanes.filter((lane) => !lanesApart.includes(lane))
const singleLanesApart = lanesApart.filter((lane) => !isBulk(lane))

type Claim = {
  readonly ownerId: string
  readonly inFlightMax: number
  readonly lanes: readonly Lane[]
}

async function claimIn(tx: Conn, { ownerId, inFlightMax, lanes: asked }: Claim): Promise<Step[]> {
  const { count } = await tx
    .selectFrom('steps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'dispatched')
    .where('lane', 'in', asked)
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
        .where('lane', 'in', asked)
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

/** Steps that follow an ingest wait for its end, reading for its page, and an assembly for what reads its pages. */
function canStart({
  and,
  or,
  not,
  eb,
  exists,
  selectFrom,
}: ExpressionBuilder<GatewaySchema, 'steps'>): Expression<SqlBool> {
  const fileIsReady = exists(
    selectFrom('ingestions')
      .select('ingestions.id')
      .whereRef('ingestions.id', '=', 'steps.ingestion_id')
      .where('ingestions.state', '=', 'ready'),
  )
  const pageIsMade = exists(
    selectFrom('steps as page')
      .select('page.id')
      .where(sql<boolean>`page.id = (steps.input ->> 'rectifyId')::uuid`)
      .where('page.state', '=', 'done'),
  )
  const pagesAreRead = not(
    exists(
      selectFrom('steps as reading')
        .select('reading.id')
        .where(sql<boolean>`reading.id in (select jsonb_array_elements_text(steps.input -> 'reads')::uuid)`)
        .where('reading.state', 'in', ['waiting', 'dispatched']),
    ),
  )
  return or([
    eb('kind', '=', 'ingest'),
    and([
      fileIsReady,
      or([eb('kind', '<>', 'read'), pageIsMade]),
      or([eb('kind', '<>', 'assemble'), pagesAreRead]),
    ]),
  ])
}

/**
 * The unpaid steps of a network that could start, oldest first and those of lanes apart last, and those in flight. Concurrent
 * calls for the same network take turns, until the end of the transaction.
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
  // One query each, in the order of the index, which ends the first one early.
  const firstOf = (asked: readonly Lane[]) =>
    of('waiting')
      .where('lane', 'in', asked)
      .where(canStart)
      .orderBy('created_at')
      .orderBy('id')
      .limit(unpaidBatch)
      .execute()
  // Batches apart: they may wait for hours, and be more than are looked at.
  const waiting = [
    ...(await firstOf(pageLanes)),
    ...(await firstOf(singleLanesApart)),
    ...(await firstOf(bulkLanes)),
  ]
  return { waiting, inFlight: await of('dispatched').execute() }
}

/** @returns those that were still waiting */
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

/** Steps of a principal waiting for their turn, and those at the workers, without those of batches: one index each. */
export async function countOpen(
  db: Conn,
  ownerId: string,
): Promise<{ waiting: number; readonly inFlight: number }> {
  const of = (state: 'waiting' | 'dispatched') =>
    db
      .selectFrom('steps')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('owner_id', '=', ownerId)
      .where('state', '=', sql.lit(state))
      .where('lane', 'not in', bulkLanes)
  return db
    .selectNoFrom([of('waiting').as('waiting'), of('dispatched').as('inFlight')])
    .$narrowType<{ waiting: number; inFlight: number }>()
    .executeTakeFirstOrThrow()
}

/**
 * How many assemblies of a principal have not ended, whichever of its keys asked for them; those of batches are not counted. Concurrent calls for one principal
 * take turns, until the end of the transaction.
 */
export async function lockOpenAssemblies(tx: Conn, ownerId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 3))`.execute(tx)
  const { count } = await tx
    .selectFrom('steps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['waiting', 'dispatched'])
    .where('kind', '=', 'assemble')
    .where('lane', 'not in', bulkLanes)
    .executeTakeFirstOrThrow()
  return count
}

/** How many unpaid steps of a network are waiting, without those of batches, and how many are in flight in each share of a lane. */
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
    if (state === 'waiting') waiting += isBulk(lane) ? 0 : count
    else
      for (const name of networks)
        inFlight.set(laneShare(lane, name), (inFlight.get(laneShare(lane, name)) ?? 0) + count)
  }
  return { waiting, inFlight }
}

/** Lines with a waiting step. */
export async function listWaitingLines(db: Conn): Promise<Line[]> {
  const waiting = db.selectFrom('steps').distinct().where('state', '=', 'waiting')
  const owners = await waiting.select('owner_id').where('networks', 'is', null).execute()
  const networks = await waiting.select(widest.as('network')).where('networks', 'is not', null).execute()
  return [...owners.map((row) => ({ ownerId: row.owner_id })), ...networks]
}

/** Steps dispatched before `before` that have not ended: at most a window's worth per principal. */
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
 * Takes a step for another dispatch; of several relays only one gets it. A new attempt gets a new token; a step that was only
 * lost by the queue keeps its token, so that a result that was merely late still counts.
 * @returns null when it has ended or was taken in the meantime
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
 * Counts an attempt whose result is unusable, and invalidates its token. The relay dispatches the step again.
 * @returns null when it has ended or was taken in the meantime
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

/** Gives a step whose file has been fetched to the workers, as if it had just been uploaded: it waits for its turn in their lane. */
export async function passOn(tx: Conn, id: string, lane: Lane): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ state: 'waiting', lane, input: '{}', attempts: 1, attempt_token: null, dispatched_at: null })
    .where('id', '=', id)
    .execute()
}
