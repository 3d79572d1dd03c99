import { describe, expect, it } from 'vitest'
import { violations } from './ledger-laws.ts'
import {
  balance,
  clawBack,
  emptyLedger,
  grant,
  grantGuest,
  hold,
  LedgerMisuse,
  move,
  settle,
  topUp,
  totals,
  type Ledger,
} from './ledger.ts'

const guest = 'guest'
const account = 'account'
const atMost = 15

const welcomed = grantGuest(emptyLedger, guest, 10).ledger

function held(ledger: Ledger, ...opKeys: string[]): Ledger {
  return opKeys.reduce((before, opKey) => hold(before, { wallet: guest, opKey, amount: 1 }).ledger, ledger)
}

describe('a guest wallet', () => {
  it('starts with its welcome credits, once', () => {
    const again = grantGuest(welcomed, guest, 10)
    expect(again.result).toBe(10)
    expect(again.ledger.entries).toHaveLength(1)
  })

  it('takes one top-up', () => {
    const first = topUp(welcomed, guest, 5)
    const second = topUp(first.ledger, guest, 5)
    expect([first.result, second.result, balance(second.ledger, guest)]).toEqual([5, 0, 15])
  })

  it('has no balance before it exists', () => {
    expect(balance(emptyLedger, guest)).toBeNull()
  })

  it('buys nothing', () => {
    expect(() => grant(welcomed, { wallet: guest, opKey: 'cs_1', amount: 100 })).toThrow(LedgerMisuse)
  })
})

describe('a hold', () => {
  it('takes from what is spendable and not from what is posted', () => {
    expect(totals(held(welcomed, 'a', 'b'), guest)).toEqual({ posted: 10, held: 2, owed: 0 })
    expect(balance(held(welcomed, 'a', 'b'), guest)).toBe(8)
  })

  it('is refused, and leaves no trace, when it costs more than is spendable', () => {
    const before = held(welcomed, 'a')
    const refused = hold(before, { wallet: guest, opKey: 'b', amount: 10 })
    expect(refused).toEqual({ ledger: before, result: false })
  })

  it('counts once however often it is asked for', () => {
    expect(balance(held(welcomed, 'a', 'a', 'a'), guest)).toBe(9)
  })

  it('is spent by its capture and given back by its void', () => {
    const captured = settle(held(welcomed, 'a', 'b'), { wallet: guest, opKey: 'a', ending: 'capture' })
    const voided = settle(captured.ledger, { wallet: guest, opKey: 'b', ending: 'void' })
    expect([captured.result, voided.result]).toEqual([8, 9])
    expect(totals(voided.ledger, guest)).toEqual({ posted: 9, held: 0, owed: 0 })
  })

  it('ends once: the same end again changes nothing, the other is a misuse', () => {
    const captured = settle(held(welcomed, 'a'), { wallet: guest, opKey: 'a', ending: 'capture' })
    const again = settle(captured.ledger, { wallet: guest, opKey: 'a', ending: 'capture' })
    expect(again).toEqual(captured)
    expect(() => settle(captured.ledger, { wallet: guest, opKey: 'a', ending: 'void' })).toThrow(LedgerMisuse)
  })

  it('must exist to end', () => {
    expect(() => settle(welcomed, { wallet: guest, opKey: 'a', ending: 'capture' })).toThrow(LedgerMisuse)
  })
})

describe('a purchase', () => {
  it('is granted once per payment', () => {
    const first = grant(emptyLedger, { wallet: account, opKey: 'cs_1', amount: 100 })
    const second = grant(first.ledger, { wallet: account, opKey: 'cs_1', amount: 100 })
    expect([first.result, second.result, balance(second.ledger, account)]).toEqual([true, false, 100])
  })

  it('is taken back from what is spendable; what is not there is owed', () => {
    const bought = grant(emptyLedger, { wallet: account, opKey: 'cs_1', amount: 100 }).ledger
    const spending = hold(bought, { wallet: account, opKey: 'a', amount: 70 }).ledger
    const refunded = clawBack(spending, { wallet: account, opKey: 're_1', amount: 100, ref: 'p1' })
    const again = clawBack(refunded.ledger, { wallet: account, opKey: 're_1', amount: 100, ref: 'p1' })
    expect([refunded.result, again.result]).toEqual([true, false])
    expect(totals(again.ledger, account)).toEqual({ posted: 70, held: 70, owed: 70 })
  })

  it('repays what is owed before anything becomes spendable', () => {
    const opened = topUp(emptyLedger, account, 5).ledger
    const indebted = clawBack(opened, { wallet: account, opKey: 're_1', amount: 35, ref: 'p1' }).ledger
    const half = grant(indebted, { wallet: account, opKey: 'cs_1', amount: 20 }).ledger
    const whole = grant(half, { wallet: account, opKey: 'cs_2', amount: 100 }).ledger
    expect(totals(indebted, account)).toEqual({ posted: 0, held: 0, owed: 30 })
    expect(totals(half, account)).toEqual({ posted: 0, held: 0, owed: 10 })
    expect(totals(whole, account)).toEqual({ posted: 90, held: 0, owed: 0 })
  })

  it('of a guest cannot be taken back: there is none', () => {
    expect(() => clawBack(welcomed, { wallet: guest, opKey: 're_1', amount: 1, ref: 'p1' })).toThrow(
      LedgerMisuse,
    )
  })
})

describe('a merge', () => {
  it('moves what is spendable and leaves what is held', () => {
    const merged = move(held(welcomed, 'a', 'b'), { guest, account, atMost })
    expect(merged.result).toBe(8)
    expect(totals(merged.ledger, guest)).toEqual({ posted: 2, held: 2, owed: 0 })
    expect(balance(merged.ledger, account)).toBe(8)
  })

  it('is followed by a hold that is voided later, not by one that is captured', () => {
    const merged = move(held(welcomed, 'a', 'b'), { guest, account, atMost }).ledger
    const captured = settle(merged, { wallet: guest, opKey: 'a', ending: 'capture' })
    const voided = settle(captured.ledger, { wallet: guest, opKey: 'b', ending: 'void' })
    expect([captured.result, voided.result]).toEqual([8, 9])
    expect(totals(voided.ledger, guest)).toEqual({ posted: 0, held: 0, owed: 0 })
    expect(violations(voided.ledger)).toEqual([])
  })

  it('moves no more than its limit, later voids included', () => {
    const merged = move(held(welcomed, 'a', 'b', 'c'), { guest, account, atMost: 8 })
    const first = settle(merged.ledger, { wallet: guest, opKey: 'a', ending: 'void' })
    const second = settle(first.ledger, { wallet: guest, opKey: 'b', ending: 'void' })
    expect([merged.result, first.result, second.result]).toEqual([7, 8, 8])
  })

  it('closes the guest wallet', () => {
    const merged = move(welcomed, { guest, account, atMost: 6 }).ledger
    expect(balance(merged, guest)).toBe(4)
    expect(hold(merged, { wallet: guest, opKey: 'a', amount: 1 }).result).toBe(false)
    expect(topUp(merged, guest, 5).result).toBe(0)
  })

  it('happens once per guest and once per account', () => {
    const merged = move(welcomed, { guest, account, atMost }).ledger
    const second = grantGuest(merged, 'guest 2', 10).ledger
    expect(move(second, { guest, account: 'account 2', atMost }).result).toBe(0)
    expect(move(second, { guest: 'guest 2', account, atMost }).result).toBe(0)
    expect(balance(second, 'guest 2')).toBe(10)
  })

  it('of an empty guest leaves the account free for a later one', () => {
    const empty = grantGuest(welcomed, 'empty', 0).ledger
    const merged = move(empty, { guest: 'empty', account, atMost }).ledger
    expect(move(merged, { guest, account, atMost }).result).toBe(10)
  })

  it('goes to accounts only', () => {
    const two = grantGuest(welcomed, 'guest 2', 10).ledger
    expect(() => move(two, { guest, account: 'guest 2', atMost })).toThrow(LedgerMisuse)
  })
})

describe('the laws', () => {
  const entry = { wallet: guest, kind: 'hold', posted: 0, held: 1, owed: 0, opKey: 'a' } as const
  const broken = (...entries: Ledger['entries']): string[] =>
    violations({ ...welcomed, entries: [...welcomed.entries, ...entries] }).map((sentence) =>
      sentence.slice(0, 2),
    )

  it('hold for a sound ledger', () => {
    expect(violations(held(welcomed, 'a'))).toEqual([])
  })

  it('see a negative balance', () => {
    expect(broken({ ...entry, held: 11 })).toEqual(['I2'])
  })

  it('see an effect that happened twice', () => {
    expect(broken(entry, entry)).toEqual(['I4'])
  })

  it('see a hold that ended both ways', () => {
    const capture = { ...entry, kind: 'capture', posted: -1, held: -1 } as const
    const voided = { ...entry, kind: 'void', held: -1 } as const
    expect(broken({ ...entry, held: 1 }, { ...entry, opKey: 'b' }, capture, voided)).toEqual(['I3', 'I3'])
  })

  it('see credits that got lost between two wallets', () => {
    const merged = move(welcomed, { guest, account, atMost }).ledger
    const entries = merged.entries.filter(({ kind }) => kind !== 'move_in')
    expect(violations({ ...merged, entries }).map((sentence) => sentence.slice(0, 2))).toEqual(['I8'])
  })
})
