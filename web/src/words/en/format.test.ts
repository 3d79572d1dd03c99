import { expect, test } from 'vitest'
import * as french from '../fr/format.ts'
import * as english from './format.ts'

const { count, formatConfidence, formatDateTime, formatDay, formatEuros, formatFineEuros } = english
const { formatInteger, formatMegabytes, formatMoment, formatSigned, formatSize, spellSize } = english

const plain = (text: string) => text.replace(/\s/g, ' ')

test('exports everything that the French module does', () => {
  expect(Object.keys(english).toSorted()).toEqual(Object.keys(french).toSorted())
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1000, '1,000 bytes'],
  [12_345, '12.3 KB'],
  [1_000_000, '1000.0 KB'],
  [2_410_000, '2.41 MB'],
])('%i bytes read %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

test('spells the unit out for screen readers', () => {
  expect(spellSize(1001)).toBe('1.0 kilobytes')
  expect(spellSize(1_000_001)).toBe('1.00 megabytes')
})

test('only one is singular in English', () => {
  expect([0, 1, 2, 1234].map((credits) => count(credits, 'credit'))).toEqual([
    '0 credits',
    '1 credit',
    '2 credits',
    '1,234 credits',
  ])
  expect(count(1.5, 'second')).toBe('1.5 seconds')
  expect(count(2, 'file added', 'files added')).toBe('2 files added')
})

test('limits are whole megabytes, numbers have English separators', () => {
  expect(formatMegabytes(25_000_000)).toBe('25 MB')
  expect(formatInteger(1234)).toBe('1,234')
  expect(formatConfidence(0.978)).toBe('0.98')
})

test('the euro sign comes first, movements are signed', () => {
  expect(formatEuros(800)).toBe('€8.00')
  expect([5, 4, 1000 / 300].map(formatFineEuros)).toEqual(['€0.05', '€0.04', '€0.033'])
  expect([200, 0, -1].map(formatSigned)).toEqual(['+200', '0', '−1'])
})

test('times are in the reader’s own time zone', () => {
  const moment = new Date(2026, 10, 22, 9, 5).toISOString()
  expect(formatDay(moment)).toBe('22\u00a0November 2026')
  expect(plain(formatDateTime(moment))).toBe('22 November 2026 at 09:05')
  expect(plain(formatMoment(moment))).toBe('22 Nov, 09:05')
})
