import { expect, test } from 'vitest'
import {
  count,
  formatConfidence,
  formatDateTime,
  formatDay,
  formatEuros,
  formatFineEuros,
  formatMegabytes,
  formatMoment,
  formatSigned,
  formatSize,
  spellSize,
} from './format.ts'

const plain = (text: string) => text.replace(/\s/g, ' ')

test.each([
  [0, '0 octets'],
  [532, '532 octets'],
  [1000, '1000 octets'],
  [1001, '1,0 KB'],
  [986_400, '986,4 KB'],
  [1_000_000, '1000,0 KB'],
  [1_000_001, '1,00 MB'],
  [2_410_000, '2,41 MB'],
])('N-12 G18: %i bytes read %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

test('spells the unit out for screen readers', () => {
  expect(spellSize(1001)).toBe('1,0 kilo-octets')
  expect(spellSize(1_000_001)).toBe('1,00 mégaoctets')
})

test('zero and one are singular in French', () => {
  expect(count(0, 'crédit')).toBe('0 crédit')
  expect(count(1, 'crédit')).toBe('1 crédit')
  expect(count(2, 'crédit')).toBe('2 crédits')
  expect(count(2, 'fichier ajouté', 'fichiers ajoutés')).toBe('2 fichiers ajoutés')
})

test('limits are whole megabytes, confidence has two decimals', () => {
  expect(formatMegabytes(25_000_000)).toBe('25 MB')
  expect(formatConfidence(0.978)).toBe('0,98')
})

test('prices have cents and a comma, movements are signed', () => {
  expect(plain(formatEuros(800))).toBe('8,00 €')
  expect([5, 4, 1000 / 300].map((cents) => plain(formatFineEuros(cents)))).toEqual([
    '0,05 €',
    '0,04 €',
    '0,033 €',
  ])
  expect([200, 0, -1].map(formatSigned)).toEqual(['+200', '0', '−1'])
})

test('times are in the reader’s own time zone', () => {
  const moment = new Date(2026, 10, 20, 14, 5).toISOString()
  expect(formatDay(moment)).toBe('20\u00a0novembre 2026')
  expect(plain(formatDateTime(moment))).toBe('20 novembre 2026 à 14 h 05')
  expect(plain(formatMoment(moment))).toBe('20 nov., 14 h 05')
})
