import type { RectifyOptions } from '@equerre/contract/detourage'
import type { Limits } from '@equerre/contract/limits'
import { formatNames } from '@equerre/contract/formats'

/** What the user chooses once for all pages; sent with every rectify. */
export type Options = Pick<RectifyOptions, 'relighting' | 'dpi' | 'format' | 'paper' | 'filter' | 'flatten'>

/** The options, and how many cards are processed at a time. */
export type Settings = { readonly options: Options; readonly concurrency: number }

/** Every choice the page offers; the first is the default unless one is named below. */
export const choices = {
  dpi: [150, 200, 300, 600],
  format: formatNames,
  paper: ['auto', 'a4', 'a5', 'letter', 'legal', 'id1', 'none'],
  filter: ['color', 'gray', 'bw'],
  relighting: [false, true],
  concurrency: [1, 2, 3, 4],
} as const

export const defaultSettings: Settings = {
  options: { relighting: false, dpi: 300, format: 'png', paper: 'auto', filter: 'color' },
  concurrency: 1,
}

type DpiBounds = Partial<Pick<Limits, 'dpiMin' | 'dpiMax'>>

/** The allowed resolution nearest to `dpi`; bounds that are not known yet allow all. */
export function allowedDpi(dpi: number, { dpiMin = 0, dpiMax = Infinity }: DpiBounds): number {
  return Math.min(Math.max(dpi, dpiMin), dpiMax)
}

/** The choices within the service's bounds. */
export function offeredDpi(bounds: DpiBounds): number[] {
  return choices.dpi.filter((dpi) => allowedDpi(dpi, bounds) === dpi)
}

/** Parses stored settings; anything no longer offered gets its default. */
export function parseSettings(text: string | null): Settings {
  const stored = parseObject(text)
  const pick = <T>(name: keyof typeof choices, fallback: T) =>
    (choices[name] as readonly unknown[]).includes(stored[name]) ? (stored[name] as T) : fallback
  const { options, concurrency } = defaultSettings
  return {
    options: {
      relighting: pick('relighting', options.relighting),
      dpi: pick('dpi', options.dpi),
      format: pick('format', options.format),
      paper: pick('paper', options.paper),
      filter: pick('filter', options.filter),
      // Left out where it is the default: gateways of the previous release refuse the name.
      ...(stored.flatten === 'off' && { flatten: 'off' }),
    },
    concurrency: pick('concurrency', concurrency),
  }
}

/** The text to store: what {@link parseSettings} reads. */
export function formatSettings({ options, concurrency }: Settings): string {
  return JSON.stringify({ ...options, concurrency })
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
