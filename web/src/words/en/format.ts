import { lazily } from '../lazily.ts'

const grouped = lazily(() => new Intl.NumberFormat('en-GB'))
const euros = lazily(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }))
const signed = lazily(() => new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' }))
const longDay = lazily(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }))
const shortDay = lazily(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }))

/** A size: bytes, then KB strictly above 1000 and MB strictly above 1,000,000. */
export function formatSize(bytes: number): string {
  if (bytes > 1_000_000) return `${(bytes / 1_000_000).toFixed(2)} MB`
  if (bytes > 1000) return `${(bytes / 1000).toFixed(1)} KB`
  return count(Math.round(bytes), 'byte')
}

/** The unit of {@link formatSize} in full, for a title or a screen reader. */
export function spellSize(bytes: number): string {
  if (bytes > 1_000_000) return `${(bytes / 1_000_000).toFixed(2)} megabytes`
  if (bytes > 1000) return `${(bytes / 1000).toFixed(1)} kilobytes`
  return formatSize(bytes)
}

/** Whole megabytes, as in the limits: “25 MB”. */
export function formatMegabytes(bytes: number): string {
  return `${formatInteger(Math.round(bytes / 1_000_000))} MB`
}

export function formatInteger(value: number): string {
  return Math.abs(value) < 1000 ? String(value) : grouped().format(value)
}

/** A number with all its digits: “0.95”. */
export function formatNumber(value: number): string {
  return String(value)
}

/** A probability with two decimals: “0.98”. */
export function formatConfidence(value: number): string {
  return value.toFixed(2)
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** A share as percent with one decimal, without the sign: “28.2”. */
export function formatShare(share: number): string {
  return (share * 100).toFixed(1)
}

/** A rough time to wait: “20 s”, “3 min”. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 90 ? `${seconds}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}

export function formatDegrees(value: number): string {
  return `${value.toFixed(1)}°`
}

/** Cents as a price: “€8.00”. */
export function formatEuros(cents: number): string {
  return euros().format(cents / 100)
}

/** A part of a price, to a tenth of a cent where it has one: “€0.05”, “€0.033”. */
export function formatFineEuros(cents: number): string {
  const tenths = Math.round(cents * 10)
  return `€${(tenths / 1000).toFixed(tenths % 10 === 0 ? 2 : 3)}`
}

/** A movement with its sign, a true minus: “+200”, “−1”, “0”. */
export function formatSigned(value: number): string {
  return signed().format(value).replace('-', '−')
}

/** “20 November 2026”, in the reader's own time zone; the day stays with its month. */
export function formatDay(iso: string): string {
  return longDay().format(new Date(iso)).replace(' ', '\u00a0')
}

/** “20 November 2026 at 14:05”. */
export function formatDateTime(iso: string): string {
  return `${formatDay(iso)} at ${clock(iso)}`
}

/** “20 Nov, 14:05”, for a column. */
export function formatMoment(iso: string): string {
  return `${shortDay().format(new Date(iso))}, ${clock(iso)}`
}

function clock(iso: string): string {
  const date = new Date(iso)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** “0 credits”, “1 credit”, “2 credits”: in English, only one is singular. */
export function count(value: number, singular: string, pluralForm = `${singular}s`): string {
  return `${formatInteger(value)} ${value === 1 ? singular : pluralForm}`
}
