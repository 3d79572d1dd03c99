import { describe, expect, test } from 'vitest'
import type { NamedKey } from '../../api/keys.ts'
import { barsOf, chosenUsage, csvOf, nameOf, spentThisMonth, totalsOf } from './usage.ts'

const today = '2026-03-01'
const [scanner, past] = ['0b0e6f6c-8f2a-4f0e-9c55-3a4b6f3f7a01', '0b0e6f6c-8f2a-4f0e-9c55-3a4b6f3f7a02']
const key = (id: string, name: string, revoked_at: string | null = null) =>
  ({ id, name, revoked_at }) as NamedKey
const keys = [key(scanner, 'Le scanner'), key(past, 'Stage', '2026-02-02T00:00:00Z')]
const usage = [
  { day: '2025-03-31', key: scanner, credits: 64 },
  { day: '2025-04-01', key: scanner, credits: 32 },
  { day: '2026-01-30', key: null, credits: 16 },
  { day: '2026-01-31', key: past, credits: 8 },
  { day: '2026-02-28', key: scanner, credits: 4 },
  { day: '2026-03-01', key: scanner, credits: 2 },
  { day: '2026-03-01', key: null, credits: 1 },
]
const ofAll = (period: 30 | 90 | 365) => chosenUsage(usage, { key: null, all: true, period }, today)
const of = (chosen: string | null, period: 30 | 90) =>
  chosenUsage(usage, { key: chosen, all: false, period }, today)

describe('the usage of keys', () => {
  test('has a bar for each day, or for each of twelve months', () => {
    const month = barsOf(ofAll(30), 30, today)
    expect(month).toHaveLength(30)
    expect([month[0], month.at(-2), month.at(-1)]).toEqual([
      { from: '2026-01-31', credits: 8 },
      { from: '2026-02-28', credits: 4 },
      { from: '2026-03-01', credits: 3 },
    ])
    const year = barsOf(ofAll(365), 365, today)
    expect([year[0], year.at(-1)]).toEqual([
      { from: '2025-04-01', credits: 32 },
      { from: '2026-03-01', credits: 3 },
    ])
    expect(year.map(({ credits }) => credits)).toEqual([32, 0, 0, 0, 0, 0, 0, 0, 0, 24, 4, 3])
  })

  test('is that of one key, of the account’s own one, or of all', () => {
    expect(totalsOf(ofAll(90))).toEqual([
      { key: null, credits: 17 },
      { key: past, credits: 8 },
      { key: scanner, credits: 6 },
    ])
    expect(totalsOf(of(scanner, 90))).toEqual([{ key: scanner, credits: 6 }])
    expect(totalsOf(of(null, 30))).toEqual([{ key: null, credits: 1 }])
    expect(spentThisMonth(usage, scanner, today)).toBe(2)
    expect([null, scanner, past, 'x'].map((id) => nameOf(id, keys))).toEqual([
      'Clé API',
      'Le scanner',
      'Stage (révoquée)',
      'Clé révoquée',
    ])
  })

  test('is a table that Excel opens as it is, and never as a formula', () => {
    expect(csvOf(of(scanner, 30), keys)).toBe(
      '\ufeff"Jour (UTC)";"Clé";"Identifiant";"Crédits"\r\n' +
        `2026-02-28;"Le scanner";${scanner};4\r\n2026-03-01;"Le scanner";${scanner};2\r\n`,
    )
    const cellFor = (name: string) =>
      csvOf(of(scanner, 30), [key(scanner, name)])
        .split('\r\n')[1]!
        .split(';')[1]
    expect(cellFor('=HYPERLINK("http://x")')).toBe(`"'=HYPERLINK(""http://x"")"`)
    for (const sign of '+-@＝＋－＠') expect(cellFor(`${sign}1`)).toBe(`"'${sign}1"`)
    expect(cellFor('Robot "B"')).toBe('"Robot ""B"""')
  })
})
