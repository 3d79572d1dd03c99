import type { KeyDay, NamedKey } from '../../api/keys.ts'
import { keysWords } from '#words/keys'

const { usage: words } = keysWords

/** So many days; 365 stands for twelve calendar months, the current one included. */
export const periods = [30, 90, 365] as const
export type Period = (typeof periods)[number]

/** Of one key, or of all; null is the account's own key, as in the replies of the service. */
export type Choice = { readonly key: string | null; readonly all: boolean; readonly period: Period }

/** A day or, with the first of it as `from`, a month. Dates such as 2026-11-23, in UTC. */
export type Bar = { readonly from: string; readonly credits: number }

const dayMs = 86_400_000

/** What was spent in the chosen period by the chosen key, oldest first. */
export function chosenUsage(usage: readonly KeyDay[], { key, all, period }: Choice, today: string): KeyDay[] {
  const since = starts(period, today)[0]!
  return usage.filter((line) => line.day >= since && (all || line.key === key))
}

/** A bar for every day or month of the period, also where nothing was spent. */
export function barsOf(usage: readonly KeyDay[], period: Period, today: string): Bar[] {
  const credits = new Map<string, number>()
  for (const { day, credits: more } of usage) {
    const from = period === 365 ? `${day.slice(0, 7)}-01` : day
    credits.set(from, (credits.get(from) ?? 0) + more)
  }
  return starts(period, today).map((from) => ({ from, credits: credits.get(from) ?? 0 }))
}

function starts(period: Period, today: string): string[] {
  if (period !== 365)
    return Array.from({ length: period }, (_, i) => isoDay(Date.parse(today) - (period - 1 - i) * dayMs))
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 12 }, (_, i) => isoDay(Date.UTC(year, month - 12 + i, 1)))
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** What each key spent, most first. */
export function totalsOf(usage: readonly KeyDay[]): { key: string | null; credits: number }[] {
  const totals = new Map<string | null, number>()
  for (const { key, credits } of usage) totals.set(key, (totals.get(key) ?? 0) + credits)
  return [...totals].map(([key, credits]) => ({ key, credits })).toSorted((a, b) => b.credits - a.credits)
}

/** What a named key has spent of the month of `today`. */
export function spentThisMonth(usage: readonly KeyDay[], id: string, today: string): number {
  const month = today.slice(0, 7)
  return totalOf(usage.filter(({ key, day }) => key === id && day.startsWith(month)))
}

export function totalOf(lines: readonly { readonly credits: number }[]): number {
  return lines.reduce((sum, { credits }) => sum + credits, 0)
}

/** What to call a key in the figures. */
export function nameOf(key: string | null, keys: readonly NamedKey[]): string {
  if (key === null) return words.own
  const named = keys.find(({ id }) => id === key)
  if (!named) return words.forgotten
  return named.revoked_at === null ? named.name : words.revoked(named.name)
}

/**
 * The figures for a spreadsheet: with the mark by which Excel knows UTF-8, the separator that it expects in this language, and no cell
 * that it would take for a formula.
 */
export function csvOf(usage: readonly KeyDay[], keys: readonly NamedKey[]): string {
  const { day, key, id, credits } = words.csvColumns
  const rows = usage.map((line) => [
    line.day,
    cell(nameOf(line.key, keys)),
    line.key ?? '',
    String(line.credits),
  ])
  const lines = [[day, key, id, credits].map(cell), ...rows].map((row) => row.join(words.csvSeparator))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

/** Signs that a formula may start with, the full-width ones too. */
const formula = /^[=+\-@＝＋－＠]/

function cell(text: string): string {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
