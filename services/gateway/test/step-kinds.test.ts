import { StepKind } from '@equerre/contract/detourage'
import { createDatabase } from '@equerre/testkit/database'
import { expect, it } from 'vitest'
import { rows } from './support/observe.ts'

it('the database and the code have the same kinds of steps', async () => {
  const database = await createDatabase()
  const checks = await rows<{ check: string }>(
    { database },
    `select pg_get_constraintdef(oid) as check from pg_constraint
     where conrelid = 'gateway.steps'::regclass and conname = 'steps_kind_check'`,
  )
  await database.drop()
  const known = [...checks[0]!.check.matchAll(/'(\w+)'/g)].map(([, kind]) => kind)
  expect(known.toSorted()).toEqual(StepKind.options.toSorted())
})
