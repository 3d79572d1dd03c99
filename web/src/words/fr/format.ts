import { lazily } from '../lazily.ts'

const grouped = lazily(() => new Intl.NumberFormat('fr-FR'))

function decimal(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', ',')
}

/** A size as the specification shows it: octets, then KB strictly above 1000 and MB strictly above 1,000,000. */
export function formatSize(bytes: number): string {
  if (bytes > 1_000_000) return `${decimal(bytes / 1_000_000, 2)} MB`
  if (bytes > 1000) return `${decimal(bytes / 1000, 1)} KB`
  return `${decimal(bytes, 0)} octets`
}

/** The unit of {@link formatSize} in full, for a title or a screen reader. */
export function spellSize(bytes: number): string {
  if (bytes > 1_000_000) return `${decimal(bytes / 1_000_000, 2)} mégaoctets`
  if (bytes > 1000) return `${decimal(bytes / 1000, 1)} kilo-octets`
  return formatSize(bytes)
}

/** Whole megabytes, as in the limits: « 25 MB ». */
export function formatMegabytes(bytes: number): string {
  return `${formatInteger(Math.round(bytes / 1_000_000))} MB`
}

export function formatInteger(value: number): string {
  return Math.abs(value) < 1000 ? String(value) : grouped().format(value)
}

/** A number with all its digits and a comma: « 0,95 ». */
export function formatNumber(value: number): string {
  return String(value).replace('.', ',')
}

/** A probability with two decimals and a comma: « 0,98 ». */
export function formatConfidence(value: number): string {
  return decimal(value, 2)
}

export function formatSeconds(ms: number): string {
  return `${decimal(ms / 1000, 1)} s`
}

/** A share as percent with one decimal, without the sign: « 28,2 ». */
export function formatShare(share: number): string {
  return decimal(share * 100, 1)
}

/** A rough time to wait: « 20 s », « 3 min ». */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 90 ? `${seconds}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}

export function formatDegrees(value: number): string {
  return `${decimal(value, 1)}°`
}

const euros = lazily(() => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }))
const signed = lazily(() => new Intl.NumberFormat('fr-FR', { signDisplay: 'exceptZero' }))
const longDay = lazily(() => new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long' }))
const shortDay = lazily(() => new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short' }))

/** Cents as a price: « 8,00 € ». */
export function formatEuros(cents: number): string {
  return euros().format(cents / 100)
}

/** A part of a price, to a tenth of a cent where it has one: « 0,05 € », « 0,033 € ». */
export function formatFineEuros(cents: number): string {
  const tenths = Math.round(cents * 10)
  return `${decimal(tenths / 1000, tenths % 10 === 0 ? 2 : 3)}\u00a0€`
}

/** A movement with its sign, a true minus: « +200 », « −1 », « 0 ». */
export function formatSigned(value: number): string {
  return signed().format(value).replace('-', '−')
}

/** « 20 novembre 2026 », in the reader's own time zone; the day stays with its month. */
export function formatDay(iso: string): string {
  return longDay().format(new Date(iso)).replace(' ', '\u00a0')
}

/** « 20 novembre 2026 à 14 h 05 ». */
export function formatDateTime(iso: string): string {
  return `${formatDay(iso)} à ${clock(iso)}`
}

/** « 20 nov., 14 h 05 », for a column. */
export function formatMoment(iso: string): string {
  return `${shortDay().format(new Date(iso))}, ${clock(iso)}`
}

function clock(iso: string): string {
  const date = new Date(iso)
  return `${date.getHours()}\u00a0h\u00a0${String(date.getMinutes()).padStart(2, '0')}`
}

/** « 0 crédit », « 1 crédit », « 2 crédits »: in French, plural begins at 2. */
export function count(value: number, singular: string, pluralForm = `${singular}s`): string {
  return `${formatInteger(value)} ${Math.abs(value) < 2 ? singular : pluralForm}`
}
