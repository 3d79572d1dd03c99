import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAuthConfig } from '../src/config.ts'
import { createContext, type Context } from '../src/context.ts'
import { ensureKeys } from '../src/flow/issue-keys.ts'
import { readKeys } from '../src/flow/read-keys.ts'
import { resealKeys } from '../src/flow/reseal-keys.ts'
import { testVariables } from './variables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const [older, newer] = ['older', 'newer'].map((id) => `${id}:${randomBytes(32).toString('base64')}`)

async function withRing<T>(ring: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const variables = { ...testVariables, DATABASE_URL: database.urls.auth, KEY_ENCRYPTION_KEYS: ring }
  const ctx = createContext(readAuthConfig(variables))
  try {
    return await work(ctx)
  } finally {
    await ctx.close()
  }
}

it('lets a master key be replaced without changing anyone’s keys', async () => {
  // Two keys each: more than one batch.
  const ids = Array.from({ length: 60 }, () => randomUUID())
  const people = ids.map((id) => ({ kind: 'user', id }) as const)
  const readAll = (ctx: Context) => Promise.all(people.map((person) => readKeys(ctx, person)))
  const before = await withRing(`${older}`, async (ctx) => {
    for (const id of ids) {
      await ctx.db
        .insertInto('users')
        .values({ id, google_subject: id, email: 'a@exemple.test', name: null })
        .execute()
      await ensureKeys(ctx, ctx.db, id)
    }
    return readAll(ctx)
  })
  await expect(withRing(`${newer}`, readAll)).rejects.toThrow()
  await withRing(`${newer},${older}`, async (ctx) => {
    expect(await readAll(ctx)).toEqual(before)
    await resealKeys(ctx)
  })
  expect(await withRing(`${newer}`, readAll)).toEqual(before)
})
