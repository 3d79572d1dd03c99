import type { Db } from '@equerre/platform/postgres'
import { sql, type RawBuilder } from 'kysely'
import {
  clawBack,
  grant,
  grantGuest,
  hold,
  LedgerMisuse,
  move,
  release,
  settle,
  topUp,
  type Entry,
  type Ledger,
  type Wallet,
} from '../src/core/ledger.ts'

/** A call of a ledger function as data, so that it can be run on both the model and Postgres. */
export type Operation =
  | { readonly name: 'grant_guest' | 'top_up'; readonly wallet: string; readonly amount: number }
  | {
      readonly name: 'hold' | 'grant'
      readonly wallet: string
      readonly opKey: string
      readonly amount: number
    }
  | {
      readonly name: 'claw_back' | 'release'
      readonly wallet: string
      readonly opKey: string
      readonly amount: number
      readonly ref: string
    }
  | { readonly name: 'capture' | 'void'; readonly wallet: string; readonly opKey: string }
  | { readonly name: 'move'; readonly guest: string; readonly account: string; readonly atMost: number }

export type Reply = number | boolean | 'misuse'

type Modelled = { readonly ledger: Ledger; readonly reply: Reply }

/** Runs it on the pure model. */
export function onModel(ledger: Ledger, operation: Operation): Modelled {
  try {
    const outcome = outcomeOf(ledger, operation)
    return { ledger: outcome.ledger, reply: outcome.result }
  } catch (error) {
    if (error instanceof LedgerMisuse) return { ledger, reply: 'misuse' }
    throw error
  }
}

function outcomeOf(ledger: Ledger, operation: Operation) {
  switch (operation.name) {
    case 'grant_guest':
      return grantGuest(ledger, operation.wallet, operation.amount)
    case 'top_up':
      return topUp(ledger, operation.wallet, operation.amount)
    case 'grant':
      return grant(ledger, operation)
    case 'claw_back':
      return clawBack(ledger, operation)
    case 'release':
      return release(ledger, operation)
    case 'hold':
      return hold(ledger, operation)
    case 'capture':
    case 'void':
      return settle(ledger, { ...operation, ending: operation.name })
    case 'move':
      return move(ledger, operation)
  }
}

/** Errors that the functions raise on purpose; having to fall back on a unique key or CHECK is a bug in the function. */
const misuseCodes = ['P0002', '22023', '23000']

/** Runs it on Postgres, in one statement. */
export async function onPostgres(db: Db<unknown>, operation: Operation): Promise<Reply> {
  try {
    const { rows } = await sql<{ reply: Reply }>`select ${callOf(operation)} as reply`.execute(db)
    return rows[0]?.reply ?? 'misuse'
  } catch (error) {
    if (misuseCodes.includes((error as { code?: string }).code ?? '')) return 'misuse'
    throw error
  }
}

function callOf(operation: Operation): RawBuilder<unknown> {
  switch (operation.name) {
    case 'grant_guest':
    case 'top_up':
      return sql`${fn(operation.name)}(${operation.wallet}, ${operation.amount})`
    case 'hold':
      return sql`billing.hold(${operation.wallet}, ${operation.opKey}, ${operation.amount})`
    case 'grant':
      return sql`billing."grant"(${operation.wallet}, ${operation.amount}, ${operation.opKey}, null)`
    case 'claw_back':
    case 'release':
      return sql`${fn(operation.name)}(${operation.wallet}, ${operation.amount}, ${operation.opKey}, ${operation.ref})`
    case 'capture':
    case 'void':
      return sql`${fn(operation.name)}(${operation.wallet}, ${operation.opKey})`
    case 'move':
      return sql`billing.move(${operation.guest}, ${operation.account}, ${operation.atMost})`
  }
}

function fn(name: string): RawBuilder<unknown> {
  return sql.id('billing', name)
}

/** The tables' content: the history in the model's shape, and the stored balances. */
export async function readTables(db: Db<unknown>, wallets: readonly string[]) {
  const stored = await sql<{
    id: string
    kind: Wallet['kind']
    posted: number
    held: number
    owed: number
    moved_to: string | null
    withheld: number
  }>`select id, kind, posted, held, owed, moved_to, withheld from billing.wallets where id = any(${wallets})`.execute(
    db,
  )
  const history = await sql<Entry>`
    select wallet_id as wallet, kind, posted_delta as posted, held_delta as held, owed_delta as owed, op_key as "opKey", ref
    from billing.entries where wallet_id = any(${wallets}) order by id`.execute(db)
  const shapes = stored.rows.map(({ id, kind, moved_to, withheld }): [string, Wallet] => [
    id,
    { kind, moved: moved_to === null ? null : { to: moved_to, withheld } },
  ])
  const ledger: Ledger = { wallets: new Map(shapes), entries: history.rows }
  const balances = stored.rows.map(({ id, posted, held, owed }) => ({ id, posted, held, owed }))
  return { ledger, balances }
}
