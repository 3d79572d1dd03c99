import fc from 'fast-check'
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
  release,
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

  it('gets one top-up', () => {
    const first = topUp(welcomed, guest, 5)
    const second = topUp(first.ledger, guest, 5)
    expect([first.result, second.result, balance(second.ledger, guest)]).toEqual([5, 0, 15])
  })

  it('has no balance before it exists', () => {
    expect(balance(emptyLedger, guest)).toBeNull()
  })

  it('cannot buy', () => {
    expect(() => grant(welcomed, { wallet: guest, opKey: 'cs_1', amount: 100 })).toThrow(LedgerMisuse)
  })
})

describe('a hold', () => {
  it('reduces what is spendable, not what is posted', () => {
    expect(totals(held(welcomed, 'a', 'b'), guest)).toEqual({ posted: 10, held: 2, owed: 0 })
    expect(balance(held(welcomed, 'a', 'b'), guest)).toBe(8)
  })

  it('is refused without a trace when it exceeds what is spendable', () => {
    const before = held(welcomed, 'a')
    const refused = hold(before, { wallet: guest, opKey: 'b', amount: 10 })
    expect(refused).toEqual({ ledger: before, result: false })
  })

  it('counts once however often it is requested', () => {
    expect(balance(held(welcomed, 'a', 'a', 'a'), guest)).toBe(9)
  })

  it('is spent by a capture and returned by a void', () => {
    const captured = settle(held(welcomed, 'a', 'b'), { wallet: guest, opKey: 'a', ending: 'capture' })
    const voided = settle(captured.ledger, { wallet: guest, opKey: 'b', ending: 'void' })
    expect([captured.result, voided.result]).toEqual([8, 9])
    expect(totals(voided.ledger, guest)).toEqual({ posted: 9, held: 0, owed: 0 })
  })

  it('ends once: repeating the end changes nothing, the other end is a misuse', () => {
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

  it('is taken back from what is spendable; the rest is owed', () => {
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

  it('cannot be taken back from a guest, who has none', () => {
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

  it('is followed by the credits of a hold voided later, not of one captured', () => {
    const merged = move(held(welcomed, 'a', 'b'), { guest, account, atMost }).ledger
    const captured = settle(merged, { wallet: guest, opKey: 'a', ending: 'capture' })
    const voided = settle(captured.ledger, { wallet: guest, opKey: 'b', ending: 'void' })
    expect([captured.result, voided.result]).toEqual([8, 9])
    expect(totals(voided.ledger, guest)).toEqual({ posted: 0, held: 0, owed: 0 })
    expect(violations(voided.ledger)).toEqual([])
  })

  it('keeps no more gifts than its limit, counting spent and voided ones', () => {
    const merged = move(held(welcomed, 'a', 'b', 'c'), { guest, account, atMost: 8 })
    const first = settle(merged.ledger, { wallet: guest, opKey: 'a', ending: 'void' })
    const second = settle(first.ledger, { wallet: guest, opKey: 'b', ending: 'void' })
    const third = settle(second.ledger, { wallet: guest, opKey: 'c', ending: 'void' })
    expect([merged.result, first.result, second.result, third.result]).toEqual([5, 6, 7, 8])
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

  it('with a guest who was given nothing leaves the account free for a later one', () => {
    const empty = grantGuest(welcomed, 'empty', 0).ledger
    const merged = move(empty, { guest: 'empty', account, atMost }).ledger
    expect(move(merged, { guest, account, atMost }).result).toBe(10)
  })

  it('needs an account as its target', () => {
    const two = grantGuest(welcomed, 'guest 2', 10).ledger
    expect(() => move(two, { guest, account: 'guest 2', atMost })).toThrow(LedgerMisuse)
  })
})

describe('a debt', () => {
  const bought = grant(emptyLedger, { wallet: account, opKey: 'cs_1', amount: 100 }).ledger
  const running = hold(bought, { wallet: account, opKey: 'a', amount: 92 }).ledger
  const disputed = clawBack(running, { wallet: account, opKey: 'dp_1', amount: 100, ref: 'p1' }).ledger

  it('is repaid by the credits that a void returns, before anything can be spent', () => {
    expect(totals(disputed, account)).toEqual({ posted: 92, held: 92, owed: 92 })
    const voided = settle(disputed, { wallet: account, opKey: 'a', ending: 'void' })
    expect(voided.result).toBe(0)
    expect(totals(voided.ledger, account)).toEqual({ posted: 0, held: 0, owed: 0 })
    const won = release(voided.ledger, { wallet: account, opKey: 'won', amount: 100, ref: 'p1' })
    expect(balance(won.ledger, account)).toBe(100)
  })

  it('stays when the held credits are spent', () => {
    const captured = settle(disputed, { wallet: account, opKey: 'a', ending: 'capture' })
    expect(totals(captured.ledger, account)).toEqual({ posted: 0, held: 0, owed: 92 })
  })

  it('is repaid by a top-up and by a merge', () => {
    const added = topUp(disputed, account, 5)
    expect(added.result).toBe(5)
    expect(totals(added.ledger, account)).toEqual({ posted: 92, held: 92, owed: 87 })
    const welcomedToo = grantGuest(added.ledger, guest, 10).ledger
    const merged = move(welcomedToo, { guest, account, atMost })
    expect(merged.result).toBe(10)
    expect(totals(merged.ledger, account)).toEqual({ posted: 92, held: 92, owed: 77 })
    expect(hold(merged.ledger, { wallet: account, opKey: 'b', amount: 1 }).result).toBe(false)
    expect(violations(merged.ledger)).toEqual([])
  })
})

describe('what a guest and its account get for free', () => {
  it('is capped at the limits, whatever is requested', () => {
    const given = topUp(grantGuest(emptyLedger, guest, 100_000).ledger, guest, 100_000)
    expect([given.result, balance(given.ledger, guest)]).toEqual([5, 15])
  })

  it('includes one top-up, for whichever takes it first', () => {
    const both = topUp(topUp(welcomed, guest, 5).ledger, account, 5).ledger
    expect(move(both, { guest, account, atMost }).result).toBe(10)
    const merged = move(topUp(welcomed, guest, 5).ledger, { guest, account, atMost }).ledger
    expect(topUp(merged, account, 5).result).toBe(0)
  })

  it('counts even when spent before the merge', () => {
    const spent = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].reduce(
      (ledger, opKey) => settle(held(ledger, opKey), { wallet: guest, opKey, ending: 'capture' }).ledger,
      topUp(welcomed, guest, 5).ledger,
    )
    const toppedUp = topUp(spent, account, 5).ledger
    const merged = move(toppedUp, { guest, account, atMost })
    expect([balance(spent, guest), merged.result, balance(merged.ledger, account)]).toEqual([5, 0, 5])
  })

  it('is at most 15 in total, in any order of top-ups, holds, captures, voids and merges', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('top up' as const), wallet: fc.constantFrom(guest, account) }),
      fc.record({
        kind: fc.constantFrom('hold' as const, 'capture' as const, 'void' as const),
        wallet: fc.constantFrom(guest, account),
        opKey: fc.constantFrom('a', 'b', 'c', 'd'),
      }),
      fc.constant({ kind: 'merge' as const }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const end = [...steps, { kind: 'merge' } as const].reduce(taken, welcomed)
        expect(violations(end)).toEqual([])
        const used = [guest, account].flatMap((wallet) =>
          end.entries.filter((entry) => entry.wallet === wallet && entry.kind === 'capture'),
        )
        const spent = used.reduce((sum, { posted }) => sum - posted, 0)
        const open = totals(end, guest).held + totals(end, account).held
        expect(spent + open + (balance(end, account) ?? 0)).toBeLessThanOrEqual(15)
      }),
    )
  })
})

type Step =
  | { readonly kind: 'top up'; readonly wallet: string }
  | { readonly kind: 'hold' | 'capture' | 'void'; readonly wallet: string; readonly opKey: string }
  | { readonly kind: 'merge' }

/** The ledger after a step; unchanged when the step is a misuse. */
function taken(ledger: Ledger, step: Step): Ledger {
  try {
    if (step.kind === 'top up') return topUp(ledger, step.wallet, 5).ledger
    if (step.kind === 'merge') return move(ledger, { guest, account, atMost }).ledger
    if (step.kind === 'hold') return hold(ledger, { ...step, amount: 2 }).ledger
    return settle(ledger, { ...step, ending: step.kind }).ledger
  } catch (error) {
    if (error instanceof LedgerMisuse) return ledger
    throw error
  }
}
