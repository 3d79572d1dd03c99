import type { Language } from '@equerre/contract/language'
import { lazily } from './lazily.ts'

/** Locales that numbers and dates are formatted for; European English, where the day comes before the month. */
const locales = { fr: 'fr-FR', en: 'en-GB' } as const satisfies Record<Language, string>
const decimalSigns = { fr: ',', en: '.' } as const satisfies Record<Language, string>

/** Formatters for numbers, prices and days in one language. */
export function formatsOf(language: Language) {
  const locale = locales[language]
  const signFirst = language === 'en'
  const grouped = lazily(() => new Intl.NumberFormat(locale))
  const signed = lazily(() => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }))
  const euros = lazily(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }))
  const longDay = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))
  const utcDay = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
  const utcMonth = lazily(
    () => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  )
  const shortDay = lazily(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))

  const formatNumber = (value: number | string) => String(value).replace('.', decimalSigns[language])
  const formatDecimal = (value: number, digits: number) => formatNumber(value.toFixed(digits))
  const formatInteger = (value: number) => (Math.abs(value) < 1000 ? String(value) : grouped().format(value))
  return {
    /** A number with all its digits: 0.95. */
    formatNumber,
    formatDecimal,
    formatInteger,
    /** At most one decimal: 12.5, 40. */
    formatTenths: (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 }),
    /** A choice between numbers: 100, 200 or 300. */
    formatChoice: (values: readonly number[]) =>
      new Intl.ListFormat(locale, { type: 'disjunction' }).format(values.map(formatInteger)),
    /** Whole megabytes, as in the limits: 25 MB. */
    formatMegabytes: (bytes: number) => `${formatInteger(Math.round(bytes / 1_000_000))} MB`,
    /** A probability with two decimals: 0.98. */
    formatConfidence: (value: number) => formatDecimal(value, 2),
    formatSeconds: (ms: number) => `${formatDecimal(ms / 1000, 1)} s`,
    /** A share as a percentage with one decimal, without the sign: 28.2. */
    formatShare: (share: number) => formatDecimal(share * 100, 1),
    formatDegrees: (value: number) => `${formatDecimal(value, 1)}°`,
    /** A rough waiting time: 20 s, 3 min. */
    formatDuration: (ms: number) => {
      const seconds = Math.max(1, Math.round(ms / 1000))
      return seconds < 90 ? `${seconds}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
    },
    /** Cents as a price: €8.00. */
    formatEuros: (cents: number) => euros().format(cents / 100),
    /** A fraction of a price, to a tenth of a cent if it has one: €0.05, €0.033. */
    formatFineEuros: (cents: number) => {
      const tenths = Math.round(cents * 10)
      const amount = formatDecimal(tenths / 1000, tenths % 10 === 0 ? 2 : 3)
      return signFirst ? `€${amount}` : `${amount}\u00a0€`
    },
    /** Whole euros and their sign, in the language's order, so that each can have its own size. */
    partsOfEuros: (cents: number) => {
      const amount = { text: formatInteger(cents / 100), isSign: false }
      const sign = { text: '€', isSign: true }
      return signFirst ? [sign, amount] : [amount, sign]
    },
    /** A change with its sign, using a true minus: +200, −1, 0. */
    formatSigned: (value: number) => signed().format(value).replace('-', '−'),
    /** A day with its month in full, in the reader's own time zone; never broken between day and month. */
    formatDay: (iso: string) => longDay().format(new Date(iso)).replace(' ', '\u00a0'),
    /** A date without a time, such as 2026-12-01: the same day wherever it is read. */
    formatDayInUtc: (date: string) => utcDay().format(new Date(date)).replace(' ', '\u00a0'),
    /** The month of such a date: November 2026. */
    formatMonthInUtc: (date: string) => utcMonth().format(new Date(date)),
    /** The same for a column: without the year, the month abbreviated. */
    formatShortDay: (iso: string) => shortDay().format(new Date(iso)),
  }
}

/** Date and time to the second, in the time zone of Paris. */
export function timeInParis(language: Language): (ms: number) => string {
  const style = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/Paris' } as const
  const format = lazily(() => new Intl.DateTimeFormat(locales[language], style))
  return (ms) => format().format(ms)
}
