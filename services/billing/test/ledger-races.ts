import type { Db } from '@equerre/platform/postgres'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { emptyLedger, type Ledger } from '../src/core/ledger.ts'
import { expectAgreement } from './ledger-agreement.ts'
import { onModel, onPostgres, type Operation, type Reply } from './ledger-operations.ts'

/** `second` is called while the transaction of `first` is still open. */
type Race = { readonly before: readonly Operation[]; readonly first: Operation; readonly second: Operation }

const atMost = 15

/** Named after the correct outcome; each call makes fresh wallets. */
export const races: Readonly<Record<string, () => Race>> = {
  'the same hold twice counts once': () => {
    const guest = randomUUID()
    return { before: [welcome(guest)], first: hold(guest, 'a'), second: hold(guest, 'a') }
  },
  'two holds cannot both take the last credit': () => {
    const guest = randomUUID()
    return { before: [welcome(guest, 1)], first: hold(guest, 'a'), second: hold(guest, 'b') }
  },
  'the same capture twice counts once': () => {
    const guest = randomUUID()
    return { before: [welcome(guest), hold(guest, 'a')], first: capture(guest), second: capture(guest) }
  },
  'a void loses against a capture': () => {
    const guest = randomUUID()
    return { before: [welcome(guest), hold(guest, 'a')], first: capture(guest), second: voided(guest) }
  },
  'a guest is welcomed once': () => {
    const guest = randomUUID()
    return { before: [], first: welcome(guest), second: welcome(guest) }
  },
  'a wallet is topped up once': () => {
    const topUp = { name: 'top_up', wallet: randomUUID(), amount: 5 } as const
    return { before: [], first: topUp, second: topUp }
  },
  'a known wallet is topped up once': () => {
    const guest = randomUUID()
    const topUp = { name: 'top_up', wallet: guest, amount: 5 } as const
    return { before: [welcome(guest)], first: topUp, second: topUp }
  },
  'a payment is granted once': () => {
    const account = randomUUID()
    const topUp = { name: 'top_up', wallet: account, amount: 5 } as const
    return { before: [topUp], first: paid(account), second: paid(account) }
  },
  'a payment is taken back once': () => {
    const account = randomUUID()
    const back = { name: 'claw_back', wallet: account, opKey: 're_1', amount: 100, ref: 'p1' } as const
    return { before: [paid(account)], first: back, second: back }
  },
  'what was taken back is given back once': () => {
    const account = randomUUID()
    const back = { name: 'claw_back', wallet: account, opKey: 're_1', amount: 100, ref: 'p1' } as const
    const again = { name: 'release', wallet: account, opKey: 'won', amount: 60, ref: 'p1' } as const
    return { before: [paid(account), back], first: again, second: again }
  },
  'two releases cannot both give back what was taken': () => {
    const account = randomUUID()
    const back = { name: 'claw_back', wallet: account, opKey: 're_1', amount: 100, ref: 'p1' } as const
    const release = { name: 'release', wallet: account, amount: 60, ref: 'p1' } as const
    return {
      before: [paid(account), back],
      first: { ...release, opKey: 'a' },
      second: { ...release, opKey: 'b' },
    }
  },
  'a hold does not spend what has just been taken back': () => {
    const account = randomUUID()
    const back = { name: 'claw_back', wallet: account, opKey: 're_1', amount: 100, ref: 'p1' } as const
    return { before: [paid(account)], first: back, second: hold(account, 'a') }
  },
  'credits held just before are owed, not taken back': () => {
    const account = randomUUID()
    const back = { name: 'claw_back', wallet: account, opKey: 're_1', amount: 100, ref: 'p1' } as const
    return { before: [paid(account)], first: hold(account, 'a'), second: back }
  },
  'a void repays a debt just incurred': () => {
    const account = randomUUID()
    const back = { name: 'claw_back', wallet: account, opKey: 'dp_1', amount: 100, ref: 'p1' } as const
    return { before: [paid(account), hold(account, 'a')], first: back, second: voided(account) }
  },
  'credits that follow a guest repay a debt just incurred': () => {
    const [guest, account] = [randomUUID(), randomUUID()]
    const back = { name: 'claw_back', wallet: account, opKey: 'dp_1', amount: 120, ref: 'p1' } as const
    const before = [welcome(guest), hold(guest, 'a'), move(guest, account), paid(account)]
    return { before, first: back, second: voided(guest) }
  },
  'an account is not given again what its guest had': () => {
    const [guest, account] = [randomUUID(), randomUUID()]
    const topUp = (wallet: string) => ({ name: 'top_up', wallet, amount: 5 }) as const
    // All of it held: nothing reaches the account yet, so the account's row lock alone makes nobody wait.
    const all = { name: 'hold', wallet: guest, opKey: 'a', amount: 15 } as const
    const before = [welcome(guest), topUp(guest), all, paid(account)]
    return { before, first: move(guest, account), second: topUp(account) }
  },
  'a gift that a debt swallows still counts as given': () => {
    const [guest, account] = [randomUUID(), randomUUID()]
    const topUp = (wallet: string) => ({ name: 'top_up', wallet, amount: 5 }) as const
    const back = { name: 'claw_back', wallet: account, opKey: 'dp_1', amount: 103, ref: 'p1' } as const
    const before = [welcome(guest), topUp(guest), paid(account), back]
    return { before, first: topUp(account), second: move(guest, account) }
  },
  'a guest moves to one account': () => {
    const guest = randomUUID()
    return { before: [welcome(guest)], first: move(guest, randomUUID()), second: move(guest, randomUUID()) }
  },
  'an account takes in one guest': () => {
    const [one, two, account] = [randomUUID(), randomUUID(), randomUUID()]
    const before = [welcome(one), welcome(two), { name: 'top_up', wallet: account, amount: 5 } as const]
    return { before, first: move(one, account), second: move(two, account) }
  },
  'a hold does not spend what has just moved': () => {
    const guest = randomUUID()
    return { before: [welcome(guest)], first: move(guest, randomUUID()), second: hold(guest, 'a') }
  },
  'a move leaves what has just been held': () => {
    const guest = randomUUID()
    return { before: [welcome(guest)], first: hold(guest, 'a'), second: move(guest, randomUUID()) }
  },
  'a void follows the move that has just happened': () => {
    const guest = randomUUID()
    const before = [welcome(guest), hold(guest, 'a')]
    return { before, first: move(guest, randomUUID()), second: voided(guest) }
  },
}

/** Runs a race; fails unless the outcome is as if the second call had come after the first one's commit. */
export async function expectOrderly(db: Db<unknown>, race: Race): Promise<void> {
  const before = await prepare(db, race)
  const replies = await overlap(db, race)
  await expectAgreement(db, { before, calls: [race.first, race.second], replies }, [[0, 1]])
}

/** The advisory lock on which both calls of `expectOneByOne` wait inside their function. */
export const meetingPoint = 1_234_567

/**
 * Runs both calls at once, in a function that waits at the meeting point between its read and its first write; fails unless
 * the outcome is as if one call had come after the other.
 */
export async function expectOneByOne(db: Db<unknown>, race: Race): Promise<void> {
  const before = await prepare(db, race)
  const calls = [race.first, race.second]
  const barrier = await db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(${meetingPoint})`.execute(barrier)
  const replies = Promise.allSettled(calls.map((call) => onPostgres(db, call)))
  // Not on the barrier's connection: within a transaction Postgres caches pg_stat_activity at the first read.
  await bothWait(db)
  await barrier.rollback().execute()
  await expectAgreement(db, { before, calls, replies: (await replies).map(valueOf) }, [
    [0, 1],
    [1, 0],
  ])
}

async function prepare(db: Db<unknown>, race: Race): Promise<Ledger> {
  let before: Ledger = emptyLedger
  for (const call of race.before) {
    await onPostgres(db, call)
    before = onModel(before, call).ledger
  }
  return before
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

async function bothWait(db: Db<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(db)
    if (rows.length === 2) return
    await setTimeout(2)
  }
}

async function overlap(db: Db<unknown>, { first, second }: Race): Promise<Reply[]> {
  const opened = await db.startTransaction().execute()
  try {
    const firstReply = await onPostgres(opened, first)
    const late = await db.connection().execute(async (connection) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
      const statement = { pid: rows[0]?.pid ?? 0, done: false }
      const reply = onPostgres(connection, second).finally(() => (statement.done = true))
      const settled = Promise.allSettled([reply])
      await waitsForLock(db, statement)
      await opened.commit().execute()
      return settled
    })
    return [firstReply, valueOf(late[0])]
  } finally {
    if (!opened.isCommitted) await opened.rollback().execute()
  }
}

/** Resolves when the statement of the server process `pid` waits for a lock, or has finished because it needed none. */
async function waitsForLock(db: Db<unknown>, statement: { pid: number; done: boolean }): Promise<void> {
  while (!statement.done) {
    const { rows } = await sql`select from pg_locks where pid = ${statement.pid} and not granted`.execute(db)
    if (rows.length > 0) return
    await setTimeout(2)
  }
}

function welcome(wallet: string, amount = 10): Operation {
  return { name: 'grant_guest', wallet, amount }
}

function hold(wallet: string, opKey: string): Operation {
  return { name: 'hold', wallet, opKey, amount: 1 }
}

function paid(wallet: string): Operation {
  return { name: 'grant', wallet, opKey: 'cs_1', amount: 100 }
}

function capture(wallet: string): Operation {
  return { name: 'capture', wallet, opKey: 'a' }
}

function voided(wallet: string): Operation {
  return { name: 'void', wallet, opKey: 'a' }
}

function move(guest: string, account: string): Operation {
  return { name: 'move', guest, account, atMost }
}
