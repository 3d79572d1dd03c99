import { describe, expect, it } from 'vitest'
import { violations } from './ledger-laws.ts'
import { emptyLedger, grantGuest, hold, move, type Ledger } from './ledger.ts'

const guest = 'guest'
const account = 'account'
const welcomed = grantGuest(emptyLedger, guest, 10).ledger

describe('the invariants', () => {
  const entry = { wallet: guest, kind: 'hold', posted: 0, held: 1, owed: 0, opKey: 'a' } as const
  const lawOf = (sentence: string) => sentence.split(':')[0]
  const broken = (...entries: Ledger['entries']) =>
    violations({ ...welcomed, entries: [...welcomed.entries, ...entries] }).map(lawOf)

  it('hold for a sound ledger', () => {
    expect(violations(hold(welcomed, { wallet: guest, opKey: 'a', amount: 1 }).ledger)).toEqual([])
  })

  it('catch a negative balance', () => {
    expect(broken({ ...entry, held: 11 })).toEqual(['I2'])
  })

  it('catch spendable credits beside a debt', () => {
    expect(broken({ ...entry, kind: 'clawback', held: 0, owed: 1 })).toEqual(['I11'])
  })

  it('catch more free credits than the limits allow', () => {
    const gift = { ...entry, kind: 'free_topup', held: 0 } as const
    expect(broken({ ...gift, posted: 5 }, { ...gift, posted: 1, opKey: 'b' })).toEqual(['I12'])
  })

  it('catch an effect that happened twice', () => {
    expect(broken(entry, entry)).toEqual(['I4'])
  })

  it('catch a hold that ended both ways', () => {
    const capture = { ...entry, kind: 'capture', posted: -1, held: -1 } as const
    const voided = { ...entry, kind: 'void', held: -1 } as const
    expect(broken({ ...entry, held: 1 }, { ...entry, opKey: 'b' }, capture, voided)).toEqual(['I3', 'I3'])
  })

  it('catch credits lost between two wallets', () => {
    const merged = move(welcomed, { guest, account, atMost: 15 }).ledger
    const entries = merged.entries.filter(({ kind }) => kind !== 'move_in')
    expect(violations({ ...merged, entries }).map(lawOf)).toEqual(['I8'])
  })
})
