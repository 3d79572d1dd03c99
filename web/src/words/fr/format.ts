import { formatsOf } from '@equerre/words/formats'

const formats = formatsOf('fr')
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

/** A size as the specification shows it: octets, then KB strictly above 1000 and MB strictly above 1,000,000. */
export function formatSize(bytes: number): string {
  if (bytes > 1_000_000) return `${formatDecimal(bytes / 1_000_000, 2)} MB`
  if (bytes > 1000) return `${formatDecimal(bytes / 1000, 1)} KB`
  return `${formatDecimal(bytes, 0)} octets`
}

/** {@link formatSize} with its unit spelled out, for titles and screen readers. */
export function spellSize(bytes: number): string {
  if (bytes > 1_000_000) return `${formatDecimal(bytes / 1_000_000, 2)} mégaoctets`
  if (bytes > 1000) return `${formatDecimal(bytes / 1000, 1)} kilo-octets`
  return formatSize(bytes)
}

/** « 20 novembre 2026 à 14 h 05 ». */
export function formatDateTime(iso: string): string {
  return `${formatDay(iso)} à ${clock(iso)}`
}

/** « 20 nov., 14 h 05 », for table columns. */
export function formatMoment(iso: string): string {
  return `${formatShortDay(iso)}, ${clock(iso)}`
}

function clock(iso: string): string {
  const date = new Date(iso)
  return `${date.getHours()}\u00a0h\u00a0${String(date.getMinutes()).padStart(2, '0')}`
}

/** « 0 crédit », « 1 crédit », « 2 crédits »: in French, the plural starts at 2. */
export function count(value: number, singular: string, pluralForm = `${singular}s`): string {
  return `${formatInteger(value)} ${Math.abs(value) < 2 ? singular : pluralForm}`
}
