import type { Db } from '@equerre/platform/postgres'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Entry } from '../src/core/ledger.ts'

type EntryToWrite = Pick<Entry, 'kind'> & Partial<Entry>
/** `removal` drops the guard that `error` names, so that the tables accept the write. */
export type ForbiddenWrite = { readonly removal: string; readonly error: RegExp; readonly write: Write }
type Write = (db: Db<unknown>, wallet: string) => Promise<unknown>

/** Writes that the tables refuse even to their owner, on a guest's wallet with 10 credits. */
export const forbiddenWrites: Readonly<Record<string, ForbiddenWrite>> = {
  'the same entry twice': {
    removal: 'alter table billing.entries drop constraint once_per_operation',
    error: /once_per_operation/,
    write: async (db, wallet) => {
      await enter(db, wallet, { kind: 'hold', held: 1 })
      await enter(db, wallet, { kind: 'hold', held: 1 })
    },
  },
  'a hold that ends both ways': {
    removal: 'drop index billing.settled_once',
    error: /settled_once/,
    write: async (db, wallet) => {
      await enter(db, wallet, { kind: 'hold', held: 2 })
      await enter(db, wallet, { kind: 'capture', posted: -1, held: -1 })
      await enter(db, wallet, { kind: 'void', held: -1 })
    },
  },
  'a hold beyond what is spendable': {
    removal: 'alter table billing.wallets drop constraint spendable_not_negative',
    error: /spendable_not_negative/,
    write: (db, wallet) => enter(db, wallet, { kind: 'hold', held: 11 }),
  },
  'the end of a hold that never was': {
    removal: 'alter table billing.wallets drop constraint held_not_negative',
    error: /held_not_negative/,
    write: (db, wallet) => enter(db, wallet, { kind: 'void', held: -1 }),
  },
  'a repayment without a debt': {
    removal: 'alter table billing.wallets drop constraint owed_not_negative',
    error: /owed_not_negative/,
    write: (db, wallet) => enter(db, wallet, { kind: 'purchase', posted: 1, owed: -1 }),
  },
  'a hold that mints': {
    removal: 'alter table billing.entries drop constraint delta_fits_kind',
    error: /delta_fits_kind/,
    write: async (db, wallet) => {
      await enter(db, wallet, { kind: 'hold', held: 2 })
      await enter(db, wallet, { kind: 'hold', held: -1, opKey: 'b' })
    },
  },
  'an entry of an unknown kind': {
    removal: 'alter table billing.entries drop constraint delta_fits_kind',
    error: /delta_fits_kind/,
    write: (db, wallet) =>
      sql`insert into billing.entries (wallet_id, kind, posted_delta, op_key) values (${wallet}, 'gift', 1, 'a')`.execute(
        db,
      ),
  },
  'a change of an entry': {
    removal: 'drop trigger entries_are_append_only on billing.entries',
    error: /append-only/,
    write: (db, wallet) => sql`update billing.entries set ref = 'x' where wallet_id = ${wallet}`.execute(db),
  },
  'a change of an entry’s meaning, even during an erasure': {
    removal: 'drop trigger entries_keep_their_meaning on billing.entries',
    error: /can be forgotten/,
    // Two statements sent as one form one transaction, on whichever connection.
    write: (db, wallet) =>
      sql
        .raw(
          `select set_config('billing.erasing', 'on', true);
           update billing.entries set posted_delta = 11 where wallet_id = '${wallet}'`,
        )
        .execute(db),
  },
  'the removal of an entry': {
    removal: 'drop trigger entries_are_append_only on billing.entries',
    error: /append-only/,
    write: (db, wallet) => sql`delete from billing.entries where wallet_id = ${wallet}`.execute(db),
  },
  'the removal of all entries': {
    removal: 'drop trigger entries_are_append_only on billing.entries',
    error: /append-only/,
    write: (db) => sql`truncate billing.entries`.execute(db),
  },
  'a balance without an entry': {
    removal: 'drop trigger balances_follow_entries on billing.wallets',
    error: /only through an entry/,
    write: (db, wallet) => sql`update billing.wallets set posted = 1000 where id = ${wallet}`.execute(db),
  },
  'a new wallet with a balance': {
    removal: 'drop trigger wallets_start_empty on billing.wallets',
    error: /only through an entry/,
    write: (db) =>
      sql`insert into billing.wallets (id, kind, posted) values (${randomUUID()}, 'account', 5)`.execute(db),
  },
  'a wallet of an unknown kind': {
    removal: 'alter table billing.wallets drop constraint wallet_kind_known',
    error: /wallet_kind_known/,
    write: (db) => sql`insert into billing.wallets (id, kind) values (${randomUUID()}, 'bank')`.execute(db),
  },
  'two guests in one account': {
    removal: 'alter table billing.wallets drop constraint one_guest_per_account',
    error: /one_guest_per_account/,
    write: async (db, wallet) => {
      const [other, account] = [await openWallet(db, 'guest'), await openWallet(db, 'account')]
      await sql`update billing.wallets set moved_to = ${account} where id in (${wallet}, ${other})`.execute(
        db,
      )
    },
  },
  'an account that moves': {
    removal: 'alter table billing.wallets drop constraint only_guests_move',
    error: /only_guests_move/,
    write: async (db, wallet) => {
      const account = await openWallet(db, 'account')
      await sql`update billing.wallets set moved_to = ${wallet} where id = ${account}`.execute(db)
    },
  },
  'a move to nowhere': {
    removal: 'alter table billing.wallets drop constraint moved_to_a_wallet',
    error: /moved_to_a_wallet/,
    write: (db, wallet) =>
      sql`update billing.wallets set moved_to = ${randomUUID()} where id = ${wallet}`.execute(db),
  },
  'a negative withheld amount': {
    removal: 'alter table billing.wallets drop constraint withheld_not_negative',
    error: /withheld_not_negative/,
    write: (db, wallet) => sql`update billing.wallets set withheld = -1 where id = ${wallet}`.execute(db),
  },
  'credits to spend beside a debt': {
    removal: 'alter table billing.wallets drop constraint debts_come_first',
    error: /debts_come_first/,
    write: (db, wallet) => enter(db, wallet, { kind: 'clawback', posted: -9, owed: 1 }),
  },
  'a gift of an unknown kind': {
    removal: 'alter table billing.gift_limits drop constraint gift_kind_known',
    error: /gift_kind_known/,
    write: (db) => sql`insert into billing.gift_limits values ('purchase', 5)`.execute(db),
  },
  'a gift of negative size': {
    removal: 'alter table billing.gift_limits drop constraint gift_not_negative',
    error: /gift_not_negative/,
    write: (db) => sql`update billing.gift_limits set credits_max = -1`.execute(db),
  },
}

/** Fails unless the tables refuse the write by the intended guard. */
export async function expectRefusal(db: Db<unknown>, { error, write }: ForbiddenWrite): Promise<void> {
  const wallet = await openWallet(db, 'guest')
  await enter(db, wallet, { kind: 'grant_guest', posted: 10, opKey: 'welcome' })
  await expect(write(db, wallet)).rejects.toThrow(error)
}

async function openWallet(db: Db<unknown>, kind: 'guest' | 'account'): Promise<string> {
  const id = randomUUID()
  await sql`insert into billing.wallets (id, kind) values (${id}, ${kind})`.execute(db)
  return id
}

async function enter(db: Db<unknown>, wallet: string, entry: EntryToWrite): Promise<void> {
  const { kind, posted = 0, held = 0, owed = 0, opKey = 'a' } = entry
  await sql`
    insert into billing.entries (wallet_id, kind, posted_delta, held_delta, owed_delta, op_key)
    values (${wallet}, ${kind}, ${posted}, ${held}, ${owed}, ${opKey})`.execute(db)
}
