import type { Db } from '@equerre/platform/postgres'
import { expect } from 'vitest'
import { violations } from '../src/core/ledger-laws.ts'
import { totals, type Ledger } from '../src/core/ledger.ts'
import { onModel, readTables, type Operation, type Reply } from './ledger-operations.ts'

export type Observation = {
  readonly before: Ledger
  readonly calls: readonly Operation[]
  readonly replies: readonly Reply[]
}

/**
 * Fails unless the tables keep the invariants and one of `orders` of the calls explains every reply and every row.
 * @param orders permutations of the calls' indices
 * @returns the model's ledger after the calls
 */
export async function expectAgreement(
  db: Db<unknown>,
  { before, calls, replies }: Observation,
  orders: readonly (readonly number[])[],
): Promise<Ledger> {
  const touched = new Set([...before.wallets.keys(), ...calls.flatMap(walletsOf)])
  const { ledger, balances } = await readTables(db, [...touched])
  expect(violations(ledger)).toEqual([])
  for (const { id, ...stored } of balances) expect(stored, 'I1, I9').toEqual(totals(ledger, id))

  const observed = { replies, ...comparable(ledger) }
  const explanations = orders.map((order) => inOrder(before, calls, order))
  expect(explanations.map(({ account }) => account)).toContainEqual(observed)
  const match = explanations.find(({ account }) => JSON.stringify(account) === JSON.stringify(observed))
  return match?.ledger ?? before
}

function inOrder(before: Ledger, calls: readonly Operation[], order: readonly number[]) {
  let ledger = before
  const replies: Reply[] = []
  for (const index of order) {
    const call = calls[index]
    if (!call) throw new RangeError(`no call ${index}`)
    const outcome = onModel(ledger, call)
    ledger = outcome.ledger
    replies[index] = outcome.reply
  }
  return { ledger, account: { replies, ...comparable(ledger) } }
}

/** Normalized for comparison: concurrent transactions number their entries in any order. */
function comparable({ wallets, entries }: Ledger) {
  return {
    wallets: [...wallets]
      .map(([id, { kind, moved }]) => [id, kind, moved?.to, moved?.withheld].join(' '))
      .toSorted(),
    entries: entries
      .map((entry) => [entry.wallet, entry.opKey, entry.kind, entry.posted, entry.held, entry.owed].join(' '))
      .toSorted(),
  }
}

function walletsOf(call: Operation): string[] {
  return call.name === 'move' ? [call.guest, call.account] : [call.wallet]
}
