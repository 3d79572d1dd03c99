import { expect, it } from 'vitest'
import { isWholeCheckDue } from './whole-check.ts'

const march = (time: string) => new Date(`2026-03-${time}:00Z`)
const sound = { broken: false }
const broken = { broken: true }

it.each([
  ['at first', { ...sound, checkedAt: null, now: march('01T12:00') }, true],
  ['in the next night', { ...sound, checkedAt: march('01T02:01'), now: march('02T02:00') }, true],
  ['after a check in the evening', { ...sound, checkedAt: march('01T23:00'), now: march('02T02:00') }, true],
  ['after an hour when broken', { ...broken, checkedAt: march('01T12:00'), now: march('01T13:00') }, true],
  ['not twice a day', { ...sound, checkedAt: march('01T02:01'), now: march('02T01:59') }, false],
  ['not at once again', { ...broken, checkedAt: march('01T12:00'), now: march('01T12:59') }, false],
])('the whole ledger is checked %s', (_when, state, due) => {
  expect(isWholeCheckDue(state)).toBe(due)
})
