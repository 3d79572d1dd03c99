import { formatsOf } from '@equerre/words/formats'

const formats = formatsOf('en')
const { formatDecimal, formatShortDay } = formats

export const {
  formatConfidence,
  formatDay,
  formatDayInUtc,
  formatDegrees,
  formatDuration,
  formatEuros,
  formatFineEuros,
  formatInteger,
  formatMegabytes,
  formatMonthInUtc,
  formatNumber,
  formatSeconds,
  formatShare,
  formatSigned,
  partsOfEuros,
} = formats

/** A size: bytes, then KB strictly above 1000 and MB strictly above 1,000,000. */
export function formatSize(bytes: number): string {
  if (bytes > 1_000_000) return `${formatDecimal(bytes / 1_000_000, 2)} MB`
  if (bytes > 1000) return `${formatDecimal(bytes / 1000, 1)} KB`
  return count(Math.round(bytes), 'byte')
}

/** {@link formatSize} with its unit spelled out, for titles and screen readers. */
export function spellSize(bytes: number): string {
  if (bytes > 1_000_000) return `${formatDecimal(bytes / 1_000_000, 2)} megabytes`
  if (bytes > 1000) return `${formatDecimal(bytes / 1000, 1)} kilobytes`
  return formatSize(bytes)
}

/** “20 November 2026 at 14:05”. */
export function formatDateTime(iso: string): string {
  return `${formatDay(iso)} at ${clock(iso)}`
}

/** “20 Nov, 14:05”, for table columns. */
export function formatMoment(iso: string): string {
  return `${formatShortDay(iso)}, ${clock(iso)}`
}

function clock(iso: string): string {
  const date = new Date(iso)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** “0 credits”, “1 credit”, “2 credits”: in English, only one is singular. */
export function count(value: number, singular: string, pluralForm = `${singular}s`): string {
  return `${formatInteger(value)} ${value === 1 ? singular : pluralForm}`
}
