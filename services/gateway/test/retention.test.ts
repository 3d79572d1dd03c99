import { storageKeys } from '@equerre/contract/jobs'
import { renderMetrics } from '@equerre/platform/metrics'
import type { StorageSettings } from '@equerre/platform/storage'
import { StorageError } from '@equerre/platform/storage/error'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { createContext, type Context } from '../src/context.ts'
import { eraseIngestion } from '../src/flow/erase-ingestion.ts'
import { measureBacklog } from '../src/flow/measure-backlog.ts'
import { requestStep } from '../src/flow/request-step.ts'
import { sweepOrphans } from '../src/flow/sweep-orphans.ts'
import { sweep } from '../src/flow/sweep.ts'
import { findIngestion, insertReceiving, lockIngestion } from '../src/store/ingestions.ts'
import { readBalance } from '../src/store/wallet.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { guestWithFile, insertReadyFile } from './support/ready-file.ts'

const parts = useGatewayParts()
let ctx: Context
beforeEach(async () => {
  ctx = parts.ctx()
  await rm(folderOf(ctx), { recursive: true, force: true })
})

const never = new AbortController().signal
const owner = { id: randomUUID(), test: false }

it('two gateways that sweep at once share the files, and each is erased once', async () => {
  const ids = await Promise.all(Array.from({ length: 150 }, () => fileWithObject(owner)))
  const kept = ids.splice(0, 10)
  await expire(ids)
  const before = await metric('files_erased_total')
  await beside({}, (other) => Promise.all([sweep(ctx, never), sweep(other, never)]))
  expect((await metric('files_erased_total')) - before).toBe(140)
  expect((await objects()).toSorted()).toEqual(kept.map((id) => storageKeys.original(id)).toSorted())
  expect((await findIngestion(ctx.db, ids[0]!))?.state).toBe('expired')
  expect(await remembered()).toEqual([])
})

it('a file that somebody has locked holds up no others, and is erased afterwards', async () => {
  const ids = await Promise.all([fileWithObject(owner), fileWithObject(owner)])
  await expire(ids)
  await ctx.db.transaction().execute(async (tx) => {
    await lockIngestion(tx, ids[0])
    await sweep(ctx, never)
    expect(await objects()).toEqual([storageKeys.original(ids[0])])
  })
  await sweep(ctx, never)
  expect(await objects()).toEqual([])
})

it('what the storage did not erase, or a gateway that died, is erased by another one once its claim has lapsed', async () => {
  const request = await guestWithFile(ctx)
  const [expired, erased, brokenOff] = [request.ingestionId, await fileWithObject(owner), randomUUID()]
  await requestStep(ctx, request)
  await insertReceiving(ctx.db, { id: brokenOff, owner, name: '', expiresAt: new Date(Date.now() + 1e6) })
  await sql`update ingestions set created_at = now() - interval '11 minutes' where id = ${brokenOff}`.execute(
    ctx.db,
  )
  for (const id of [expired, brokenOff]) await leaveObject(id)
  await expire([expired])
  await beside(away, async (other) => {
    await expect(sweep(other, never)).rejects.toBeInstanceOf(StorageError)
    // Whoever asked waits for no storage: what it keeps is remembered.
    await eraseIngestion(other, erased, owner)
  })
  expect(await readBalance(ctx.db, request.ownerId)).toBe(10)
  expect((await findIngestion(ctx.db, expired))?.state).toBe('expired')
  expect(await findIngestion(ctx.db, erased)).toBeNull()
  await sweep(ctx, never)
  expect((await objects()).toSorted()).toEqual(
    [expired, erased].map((id) => storageKeys.original(id)).toSorted(),
  )
  await ctx.db.updateTable('files_to_erase').set({ due_at: new Date() }).execute()
  await sweep(ctx, never)
  expect([await objects(), await remembered()]).toEqual([[], []])
})

it('overdue files are exported with the age of the oldest', async () => {
  const [first, second] = [await fileWithObject(owner), await fileWithObject(owner)]
  await fileWithObject(owner)
  await expire([first, second], 100)
  await beside(away, (other) => eraseIngestion(other, second, owner))
  await measureBacklog(ctx)
  expect(await metric('files_overdue')).toBe(2)
  expect(await metric('file_overdue_seconds')).toBeGreaterThanOrEqual(100)
  await ctx.db.updateTable('files_to_erase').set({ due_at: new Date() }).execute()
  await sweep(ctx, never)
  await measureBacklog(ctx)
  expect([await metric('files_overdue'), await metric('file_overdue_seconds')]).toEqual([0, 0])
})

it('one gateway walks through the storage for all, and another when that one has died', async () => {
  const walk = () => sweepOrphans(ctx, { late: never, pauseS: 3_600 })
  const turn = (set: object) => ctx.db.updateTable('turns').set(set).execute()
  const [living, orphan, late] = [await fileWithObject(owner), randomUUID(), randomUUID()]
  for (const id of [living, orphan, late]) await leaveObject(id, 11)
  await leaveObject(late, 0, 'written-now')
  const young = randomUUID()
  await leaveObject(young)
  const doneAt = await beside({}, async (other) => {
    const walks = await Promise.all([walk(), sweepOrphans(other, { late: never, pauseS: 3_600 })])
    return Math.max(...walks.map(Number))
  })
  expect(Math.abs(doneAt - Date.now())).toBeLessThan(60_000)
  const kept = [living, young].map((id) => storageKeys.original(id)).toSorted()
  expect((await objects()).toSorted()).toEqual(kept)
  await leaveObject(orphan, 11)
  expect(Number(await walk())).toBe(doneAt)
  await turn({ done_at: new Date(doneAt - 3_600_000), taken_until: new Date(Date.now() + 60_000) })
  await walk()
  expect(await objects()).toHaveLength(3)
  await turn({ taken_until: new Date() })
  await sleep(10)
  expect(Number(await walk())).toBeGreaterThan(doneAt)
  expect((await objects()).toSorted()).toEqual(kept)
})

/** An S3 server that is not there. */
const away: Partial<Context['config']> = {
  storage: {
    driver: 's3',
    endpoint: 'http://127.0.0.1:1',
    region: 'r',
    bucket: 'b',
    accessKeyId: 'a',
    secretAccessKey: 's',
    forcePathStyle: true,
  } satisfies StorageSettings,
}

/** Another gateway on the same database. */
async function beside<T>(
  config: Partial<Context['config']>,
  work: (other: Context) => Promise<T>,
): Promise<T> {
  const other = createContext({ ...ctx.config, ...config })
  try {
    return await work(other)
  } finally {
    await other.close()
  }
}

async function fileWithObject(of: typeof owner): Promise<string> {
  const id = await insertReadyFile(ctx, of)
  await leaveObject(id)
  return id
}

async function leaveObject(id: string, minutesAgo = 0, name = 'original'): Promise<void> {
  const key = storageKeys.prefix(id) + name
  await ctx.storage.put(key, Buffer.from('x'), { mime: 'image/jpeg' })
  const then = Date.now() / 1_000 - minutesAgo * 60
  await utimes(path.join(folderOf(ctx), key), then, then)
}

function folderOf({ config: { storage } }: Context): string {
  if (storage.driver !== 'filesystem') throw new Error('these tests look into a folder')
  return storage.dir
}

async function expire(ids: readonly string[], secondsAgo = 0): Promise<void> {
  const past = { expires_at: new Date(Date.now() - 1_000 * secondsAgo) }
  await ctx.db.updateTable('ingestions').set(past).where('id', 'in', ids).execute()
}

const remembered = () => ctx.db.selectFrom('files_to_erase').selectAll().execute()

async function objects(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of ctx.storage.list('ingestions/')) keys.push(key)
  return keys
}

async function metric(name: string): Promise<number> {
  const { text } = await renderMetrics()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      ?.split(' ')
      .at(-1),
  )
}
