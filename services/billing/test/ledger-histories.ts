import type { Db } from '@equerre/platform/postgres'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { emptyLedger, type Ledger } from '../src/core/ledger.ts'
import { expectAgreement } from './ledger-agreement.ts'
import { onPostgres, type Operation } from './ledger-operations.ts'

/** Few wallets and operations, so that calls repeat, collide and follow each other. */
const names = ['guest 1', 'guest 2', 'account 1', 'account 2'] as const
const wallet = fc.constantFrom<string>(...names)
const guest = fc.constantFrom('guest 1', 'guest 2', 'account 1')
const opKey = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l')
const few = fc.integer({ min: 1, max: 4 })
const atMost = fc.constantFrom(0, 6, 15, 18)
const named = <Name extends string>(...all: Name[]) => fc.constantFrom(...all)

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      name: named('grant_guest'),
      wallet: guest,
      amount: fc.constantFrom(0, 3, 10, 12),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ name: named('top_up'), wallet, amount: fc.constantFrom(2, 5, 7) }),
  },
  { weight: 2, arbitrary: fc.record({ name: named('grant'), wallet, opKey, amount: few }) },
  {
    weight: 3,
    arbitrary: fc.record({
      name: named('claw_back', 'release'),
      wallet,
      opKey,
      amount: few,
      ref: named('p', 'q'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ name: named('hold'), wallet, opKey, amount: few }) },
  { weight: 8, arbitrary: fc.record({ name: named('capture', 'void'), wallet, opKey }) },
  { weight: 2, arbitrary: fc.record({ name: named('move'), guest: wallet, account: wallet, atMost }) },
)

/** One call, the same call twice at once, or two calls at once. */
const step: fc.Arbitrary<Operation[]> = fc.oneof(
  operation.map((only) => [only]),
  operation.map((same) => [same, same]),
  fc.tuple(operation, operation),
)

/** Plays random histories on Postgres and on the model; reports the shortest one on which they differ, and its seed. */
export async function expectHistoriesToAgree(
  db: Db<unknown>,
  settings: { numRuns: number; seed?: number; endOnFailure?: boolean },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200, size: 'max' }), async (steps) => {
      const ids = Object.fromEntries(names.map((name) => [name, randomUUID()]))
      let ledger = emptyLedger
      for (const calls of steps) {
        ledger = await play(
          db,
          ledger,
          calls.map((call) => withIds(call, ids)),
        )
      }
    }),
    settings,
  )
}

async function play(db: Db<unknown>, before: Ledger, calls: readonly Operation[]): Promise<Ledger> {
  const replies = await Promise.all(calls.map((call) => onPostgres(db, call)))
  const orders =
    calls.length === 1
      ? [[0]]
      : [
          [0, 1],
          [1, 0],
        ]
  return expectAgreement(db, { before, calls, replies }, orders)
}

function withIds(call: Operation, ids: Record<string, string>): Operation {
  const id = (name: string) => ids[name] ?? name
  return call.name === 'move'
    ? { ...call, guest: id(call.guest), account: id(call.account) }
    : { ...call, wallet: id(call.wallet) }
}
