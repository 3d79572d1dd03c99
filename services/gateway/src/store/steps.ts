import type { StepKind } from '@equerre/contract/detourage'
import { stepMessages, type ResultOf } from '@equerre/contract/jobs'
import { plainFacts, ProblemCode, ProblemFacts } from '@equerre/contract/problems'
import { renderProblem } from '@equerre/words/render-problem'
import { sql, type Selectable } from 'kysely'
import type { Networks } from '../core/fairness.ts'
import type { Step, StepState, TextOutcome } from '../core/step.ts'
import { today } from './key-usage.ts'
import type { Conn, StepsTable } from './schema.ts'

/** Notified at every end of a step; the payload is the step's id. */
export const stepsChannel = 'gateway_steps'

export type NewStep<Kind extends StepKind = StepKind> = {
  readonly [Each in Kind]: Pick<
    Step<Each>,
    | 'id'
    | 'ingestionId'
    | 'ownerId'
    | 'kind'
    | 'page'
    | 'input'
    | 'lane'
    | 'cost'
    | 'requestId'
    | 'networks'
    | 'traceparent'
    | 'deadlineAt'
  > & {
    readonly text?: TextOutcome | undefined
    readonly callbackUrl?: string | undefined
    /** The key that its credit is counted for. */
    readonly keyId?: string | null | undefined
  }
}[Kind]

export async function insertStep(tx: Conn, step: NewStep): Promise<void> {
  await tx
    .insertInto('steps')
    .values({
      id: step.id,
      ingestion_id: step.ingestionId,
      owner_id: step.ownerId,
      wallet_id: step.ownerId,
      kind: step.kind,
      page: step.page,
      input: JSON.stringify(step.input),
      text: step.text ? JSON.stringify(step.text) : null,
      lane: step.lane,
      cost: step.cost,
      key_id: step.keyId ?? null,
      key_day: step.keyId ? today : null,
      request_id: step.requestId,
      networks: step.networks as string[] | null,
      traceparent: step.traceparent,
      callback_url: step.callbackUrl ?? null,
      deadline_at: step.deadlineAt,
      // Unlike now(), keeps the order of two steps of one transaction.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
}

export async function findStep(db: Conn, id: string): Promise<Step | null> {
  const row = await db.selectFrom('steps').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toStep(row) : null
}

/** Whichever of these steps exist. */
export async function findSteps(db: Conn, ids: readonly string[]): Promise<Step[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('steps').selectAll().where('id', 'in', ids).execute()
  return rows.map(toStep)
}

/** How often each page of these files could not be read, by its rectify. */
export async function countFailedReads(
  db: Conn,
  ingestionIds: readonly string[],
): Promise<Map<string, number>> {
  if (ingestionIds.length === 0) return new Map()
  const rectifyId = sql<string>`input ->> 'rectifyId'`
  const rows = await db
    .selectFrom('steps')
    .select([rectifyId.as('rectifyId'), (eb) => eb.fn.countAll<number>().as('count')])
    .where('ingestion_id', 'in', ingestionIds)
    .where('kind', '=', 'read')
    .where('state', '=', 'failed')
    .groupBy(rectifyId)
    .execute()
  return new Map(rows.map(({ rectifyId: id, count }) => [id, count]))
}

/** How many of these steps have ended. */
export async function countEnded(db: Conn, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await db
    .selectFrom('steps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('state', 'not in', ['waiting', 'dispatched'])
    .executeTakeFirstOrThrow()
  return count
}

/** All steps of an ingestion, oldest first. */
export async function listSteps(db: Conn, ingestionId: string): Promise<Step[]> {
  return (await listStepsByIngestion(db, [ingestionId])).get(ingestionId) ?? []
}

/** All steps of several ingestions in one query, those of each oldest first. */
export async function listStepsByIngestion(
  db: Conn,
  ingestionIds: readonly string[],
): Promise<Map<string, Step[]>> {
  if (ingestionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('steps')
    .selectAll()
    .where('ingestion_id', 'in', ingestionIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(toStep), (step) => step.ingestionId)
}

/** The steps of these files that have not ended. */
export async function listUnfinished(tx: Conn, ingestionIds: readonly string[]): Promise<Step[]> {
  const rows = await tx
    .selectFrom('steps')
    .selectAll()
    .where('ingestion_id', 'in', ingestionIds)
    .where('state', 'in', ['waiting', 'dispatched'])
    .execute()
  return rows.map(toStep)
}

export async function countSteps(db: Conn, ingestionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('steps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ingestion_id', '=', ingestionId)
    .executeTakeFirstOrThrow()
  return count
}

/** Moves a waiting step to the lane that its file turned out to need. */
export async function setLane(tx: Conn, id: string, lane: Step['lane']): Promise<void> {
  await tx.updateTable('steps').set({ lane }).where('id', '=', id).execute()
}

export async function listOverdue(db: Conn, now: Date, limit: number): Promise<Step[]> {
  const rows = await db
    .selectFrom('steps')
    .selectAll()
    .where('state', 'in', ['waiting', 'dispatched'])
    .where('deadline_at', '<', now)
    .limit(limit)
    .execute()
  return rows.map(toStep)
}

/** Number of unfinished steps and age of the oldest, by lane and state. */
export async function summarizeUnfinished(
  db: Conn,
): Promise<{ lane: string; state: StepState; count: number; oldestSeconds: number }[]> {
  return db
    .selectFrom('steps')
    .select(['lane', 'state', (eb) => eb.fn.countAll<number>().as('count')])
    .select(sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldestSeconds'))
    .where('state', 'in', ['waiting', 'dispatched'])
    .groupBy(['lane', 'state'])
    .execute()
}

export type StepEnd =
  | { readonly state: 'done'; readonly result: ResultOf<StepKind> }
  | { readonly state: 'failed'; readonly problem: NonNullable<Step['problem']> }
  | { readonly state: 'cancelled' }

/**
 * The compare-and-set that all money depends on: ends a step that has not ended.
 * @returns the step, or null when it had already ended
 */
export async function endStep(tx: Conn, id: string, end: StepEnd): Promise<Step | null> {
  const row = await tx
    .updateTable('steps')
    .set({
      state: end.state,
      attempt_token: null,
      finished_at: sql<Date>`now()`,
      result: end.state === 'done' ? JSON.stringify(end.result) : null,
      ...(end.state === 'failed' && columnsOf(end.problem)),
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'dispatched'])
    .returningAll()
    .executeTakeFirst()
  return row ? toStep(row) : null
}

function columnsOf(problem: ProblemFacts) {
  const { code, detail } = renderProblem(problem, 'fr')
  return {
    problem_sentence: problem.sentence,
    problem_params: JSON.stringify(problem.params),
    problem_code: code,
    problem_detail: detail,
  }
}

/** Of a refusal that another release has written, perhaps only the code is known here, or not even that. */
function problemOf(row: Selectable<StepsTable>): ProblemFacts | null {
  if (row.problem_code === null) return null
  const written = { sentence: row.problem_sentence, params: row.problem_params }
  return (
    ProblemFacts.safeParse(written).data ?? plainFacts(ProblemCode.catch('internal').parse(row.problem_code))
  )
}

/** A stored result is read as one that a worker reports, whichever release has written it. */
function resultOf(kind: StepKind, result: object | null): object | null {
  return result && (stepMessages[kind].done.shape.result.safeParse(result).data ?? result)
}

/** Records what an ended step cost, and the balance left then. */
export async function recordCharge(
  tx: Conn,
  id: string,
  { charged, remaining }: { charged: 0 | 1; remaining: number },
): Promise<void> {
  await tx.updateTable('steps').set({ charged, remaining }).where('id', '=', id).execute()
}

/** Records on a rectify what came of reading its page. */
export async function recordText(tx: Conn, rectifyId: string, text: TextOutcome): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ text: JSON.stringify(text) })
    .where('id', '=', rectifyId)
    .execute()
}

/** Gives a step that could not start before as much time from now on as it was given when it was written. */
export async function restartDeadline(tx: Conn, id: string): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ deadline_at: sql<Date>`now() + (deadline_at - created_at)` })
    .where('id', '=', id)
    .execute()
}

/** Deletes the steps of ended files. */
export async function deleteSteps(tx: Conn, ingestionIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('steps').where('ingestion_id', 'in', ingestionIds).execute()
}

/** Moves a guest's steps along with the files given to an account; the wallet of their holds stays the guest's. */
export async function adoptSteps(tx: Conn, guestId: string, userId: string): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ owner_id: userId })
    .where('owner_id', '=', guestId)
    .where('ingestion_id', 'in', (eb) =>
      eb.selectFrom('ingestions').select('id').where('owner_id', '=', userId),
    )
    .execute()
}

/** The files that steps worked on, by step, as far as they still exist and belong to the owner. */
export async function findStepFiles(
  db: Conn,
  ownerId: string,
  stepIds: readonly string[],
): Promise<Map<string, { name: string; page: number }>> {
  if (stepIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('steps')
    .innerJoin('ingestions', 'ingestions.id', 'steps.ingestion_id')
    .select(['steps.id', 'steps.page', 'ingestions.name'])
    .where('steps.id', 'in', stepIds)
    .where('ingestions.owner_id', '=', ownerId)
    .where('ingestions.state', '<>', 'expired')
    .where('ingestions.expires_at', '>', sql<Date>`now()`)
    .execute()
  return new Map(rows.map(({ id, name, page }) => [id, { name, page }]))
}

/** Wakes whoever waits for the step, once the transaction commits. */
export async function notifyEnded(tx: Conn, id: string): Promise<void> {
  await sql`select pg_notify(${stepsChannel}, ${id})`.execute(tx)
}

/** The row's kind determines the types of its input and result, which column types cannot express. */
export function toStep(row: Selectable<StepsTable>): Step {
  const { kind, input, result } = row
  return { ...factsOf(row), kind, input, result: resultOf(kind, result) } as Step
}

function factsOf(row: Selectable<StepsTable>) {
  return {
    id: row.id,
    ingestionId: row.ingestion_id,
    ownerId: row.owner_id,
    walletId: row.wallet_id,
    page: row.page,
    lane: row.lane,
    state: row.state,
    attempts: row.attempts,
    attemptToken: row.attempt_token,
    cost: row.cost === 1 ? (1 as const) : (0 as const),
    charged: row.charged,
    remaining: row.remaining,
    problem: problemOf(row),
    text: row.text,
    requestId: row.request_id,
    networks: row.networks as Networks | null,
    traceparent: row.traceparent,
    callbackUrl: row.callback_url,
    deadlineAt: row.deadline_at,
  }
}
