import { RectifyOptions } from '@equerre/contract/detourage'
import { withInput } from '@equerre/contract/endpoint'
import type { OutputFormat } from '@equerre/contract/formats'
import type { DetectResult, Zone } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'
import { quadIsClockwiseConvex } from '@equerre/geometry/quad'
import { rowOf } from './step-kinds.ts'
import { isDone, type Step } from './step.ts'

/** Every corner of a page, whose sides are 1 long, turns by more than a rounding error. */
const turnMin = 1e-6

/** The dpi of whoever names none, as far as the bounds allow. */
const usualDpi = 300

export type Bounds = Pick<Limits, 'dpiMin' | 'dpiMax'>

/** The value of the field `options`: an object, the same as JSON text, or nothing. @throws Problem for a text that is no JSON */
export function readOptions(given: unknown): unknown {
  return typeof given === 'string' ? parseJson(given) : (given ?? {})
}

/**
 * The options of a rectify.
 * @param value as `readOptions` gives it
 * @param format what is made when the options name no format
 * @throws Problem or ZodError when it is no object or has a bad value
 */
export function parseOptions(
  value: unknown,
  { dpiMin, dpiMax }: Bounds,
  format: OutputFormat = 'png',
): RectifyOptions {
  const dpi = Math.min(Math.max(usualDpi, dpiMin), dpiMax)
  const options = RectifyOptions.parse(isPlain(value) ? { format, dpi, ...value } : value, withInput)
  if (options.dpi < dpiMin || options.dpi > dpiMax)
    throw new Problem('dpi_out_of_bounds', { least: dpiMin, most: dpiMax })
  if (options.corners && !quadIsClockwiseConvex(options.corners, turnMin))
    throw new Problem('corners_not_convex')
  return options
}

/**
 * The page asked for, by the field or by the option.
 * @throws Problem when both are there and differ
 */
export function chosenPage(field: number | undefined, option: number | undefined): number {
  if (field !== undefined && option !== undefined && field !== option) throw new Problem('pages_contradict')
  return field ?? option ?? 1
}

/**
 * The last detection of a page, made by a detect or on the way of a rectify.
 * @param steps the page's ingestion's steps, oldest first
 */
export function lastDetection(steps: readonly Step[], page: number): DetectResult | null {
  const found = steps.findLast((step) => step.page === page && detectionOf(step) !== null)
  return found ? detectionOf(found) : null
}

/**
 * The zone that a rectify starts from: the user's corners, else the chosen document of the last detection.
 * @returns null when the worker must detect first
 * @throws Problem when the detection has no such document
 */
export function zoneOf(options: RectifyOptions, detection: DetectResult | null): Zone | null {
  if (options.corners) return { source: 'user', corners: options.corners, confidence: 1, status: 'OK' }
  if (!detection || detection.status === 'NOT_FOUND') return null
  const document = detection.documents[options.document - 1]
  if (!document) throw new Problem('document_missing', { document: options.document })
  return { source: 'detection', ...document }
}

type PageHistory = {
  /** Of the page's ingestion, all of them. */
  readonly steps: readonly Step[]
  readonly page: number
  readonly freePerCapture: number
}

/**
 * Credits that a rectify costs: correcting the corners of a page already paid for is free some times.
 * @param history read under the lock of the page's ingestion
 */
export function costOf(options: RectifyOptions, history: PageHistory): 0 | 1 {
  return options.corners && freeCorrectionsLeft(history) > 0 ? 0 : 1
}

/** `freePerCapture` for each time the page was paid; what a test key makes does not count, nor do other renderings. */
export function freeCorrectionsLeft({ steps, page, freePerCapture }: PageHistory): number {
  const rectifies = steps.filter((step) => step.kind === 'rectify').filter((step) => step.page === page)
  const captured = rectifies.filter((step) => step.charged === 1).length
  const free = rectifies.filter(
    (step) =>
      step.cost === 0 && !step.input.watermark && step.input.renderOf === undefined && !foundNothing(step),
  )
  return Math.max(0, captured * freePerCapture - free.length)
}

/** A step that leaves what it was counted for to the next one. */
export function foundNothing({ state }: Step): boolean {
  return state === 'failed' || state === 'cancelled'
}

function detectionOf(step: Step): DetectResult | null {
  return isDone(step) ? rowOf(step).detection(step) : null
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('options_not_json')
  }
}
