import { BatchRequest, type Batch } from '@equerre/contract/batches'
import type { StepKind } from '@equerre/contract/detourage'
import { connect } from '@equerre/local/servers/databases'
import type { TestDatabase } from '@equerre/testkit/database'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../src/context.ts'
import type { Uploader } from '../../src/flow/accept-upload.ts'
import { acceptBatch } from '../../src/flow/accept-batch.ts'
import { goOn } from '../../src/flow/go-on.ts'
import { takeTurns } from '../../src/flow/take-turns.ts'
import type { Step } from '../../src/core/step.ts'
import { findSteps } from '../../src/store/steps.ts'
import { end, made } from './ready-file.ts'

/** Batches without workers: what these would report is written directly. */

/** Somebody with an account and so many credits. */
export async function customer(database: TestDatabase, credits: number): Promise<Uploader> {
  const id = randomUUID()
  await using admin = await connect(database.urls.admin)
  await admin.query('insert into auth.users (id, google_subject, email) values ($1, $2, $3)', [
    id,
    id,
    `${id}@exemple.test`,
  ])
  await buy(database, id, credits)
  return {
    principal: { kind: 'user', id },
    test: false,
    key: null,
    standing: { tier: 'account', networks: [`network of ${id}`] },
    route: 'createBatch',
    idempotencyKey: undefined,
    requestId: 'request',
  }
}

export async function buy(database: TestDatabase, ownerId: string, credits: number): Promise<void> {
  await using admin = await connect(database.urls.admin)
  await admin.query('select billing.grant($1, $2, $3, null)', [ownerId, credits, randomUUID()])
}

type Asked = Parameters<typeof BatchRequest.parse>[0]

export async function start(ctx: Context, caller: Uploader, asked: Asked): Promise<Batch> {
  return (await acceptBatch(ctx, caller, BatchRequest.parse(asked))).batch
}

/** Addresses, one per item. */
export function addresses(count: number, facts: object = {}) {
  return Array.from({ length: count }, (_, i) => ({ url: `https://exemple.test/${i}.jpg`, ...facts }))
}

/** The rectifies of a principal, or its steps of another kind, that have not ended, oldest first. */
export async function underWay(ctx: Context, ownerId: string, kind: StepKind = 'rectify'): Promise<Step[]> {
  const rows = await ctx.db
    .selectFrom('steps')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'dispatched'])
    .orderBy('created_at')
    .execute()
  const steps = new Map(
    (
      await findSteps(
        ctx.db,
        rows.map(({ id }) => id),
      )
    ).map((step) => [step.id, step]),
  )
  return rows.map(({ id }) => steps.get(id)!)
}

export const failure = { state: 'failed', problem: { sentence: 'file_damaged', params: {} } } as const
export const page = { state: 'done', result: made } as const
export const nothing = { state: 'done', result: { ...made, status: 'NOT_FOUND' as const } } as const

/** Ends a step as a worker’s report does, and lets the batch go on, until all of its turns are taken. */
export async function finish(ctx: Context, step: Step, how: Parameters<typeof end>[2] = page): Promise<void> {
  await end(ctx, step.id, how)
  await goOn(ctx, step)
  await takeTurns(ctx, step.ownerId)
}
