import { pdfOptions } from '@equerre/contract/assembly'
import { RectifyOptions } from '@equerre/contract/detourage'
import { isWithoutZone, statedReasons } from '@equerre/contract/doubt'
import { withInput } from '@equerre/contract/endpoint'
import type { OutputFormat } from '@equerre/contract/formats'
import { documentsOf, type DetectResult, type Zone } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'
import { bothPages } from '@equerre/contract/spread'
import { quadIsClockwiseConvex, quadOfTurnedPage } from '@equerre/geometry/quad'
import { rowOf } from './step-kinds.ts'
import { isDone, usualDocument, type InputOf, type Step } from './step.ts'

/** Every corner of a page with sides of length 1 must turn by more than a rounding error. */
const turnMin = 1e-6

const pdfOptionNames = Object.keys(pdfOptions) as (keyof typeof pdfOptions)[]

/** The default dpi, as far as the bounds allow. */
const usualDpi = 300

export type Bounds = Pick<Limits, 'dpiMin' | 'dpiMax'>

/** The field `options`: an object, the same as JSON text, or nothing. @throws Problem for text that is not JSON */
export function readOptions(given: unknown): unknown {
  return typeof given === 'string' ? parseJson(given) : (given ?? {})
}

/**
 * The options of a rectify.
 * @param value as returned by `readOptions`
 * @param format default when the options name none
 * @throws Problem or ZodError when it is not an object or has a bad value
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
  return boundToPdf(options)
}

/** @throws Problem `pdf_option` for options of a PDF with another format */
export function boundToPdf(options: RectifyOptions): RectifyOptions {
  if (options.format !== 'pdf' && pdfOptionNames.some((name) => options[name] !== undefined))
    throw new Problem('pdf_option')
  return options
}

/** What another format keeps of the options of a PDF. */
export function withoutPdf(options: RectifyOptions): RectifyOptions {
  const kept = { ...options }
  for (const name of pdfOptionNames) delete kept[name]
  return kept
}

/**
 * The requested page, from the field or the option.
 * @throws Problem when both are given and differ
 */
export function chosenPage(field: number | undefined, option: number | undefined): number {
  if (field !== undefined && option !== undefined && field !== option) throw new Problem('pages_contradict')
  return field ?? option ?? 1
}

/**
 * The last detection of a page, made by a detect or by a rectify.
 * @param steps all steps of the page's ingestion, oldest first
 */
export function lastDetection(steps: readonly Step[], page: number): DetectResult | null {
  const found = steps.findLast((step) => step.page === page && detectionOf(step) !== null)
  return found ? detectionOf(found) : null
}

/**
 * The options with the number of their document: without one, the largest of the last detection is meant, or an open book as a
 * whole. Only where the worker must detect first, the number stays open.
 */
export function numbered(options: RectifyOptions, detection: DetectResult | null): RectifyOptions {
  if (options.document !== undefined || (!options.corners && !isUsable(detection))) return options
  return { ...options, document: usualDocument(detection) }
}

/**
 * The zone that a rectify starts from: the user's corners, or the chosen document of the last detection.
 * @returns null when the worker must detect first; if its detection finds no zone either, it makes nothing
 * @throws Problem when the detection has no such document
 */
export function zoneOf(options: RectifyOptions, detection: DetectResult | null): Zone | null {
  if (options.corners) return { source: 'user', corners: options.corners, confidence: 1, status: 'OK' }
  if (!isUsable(detection)) return null
  const { document = usualDocument(detection) } = options
  const found = document === bothPages ? detection : documentsOf(detection)[document - 1]
  const { corners, confidence, status } = found ?? missing(document)
  return { source: 'detection', corners, confidence, status }
}

/**
 * The input of a rectify step. A known zone is turned here, so that workers of any release make the right page. Only when the
 * worker has to detect first is it told to turn; one of the previous release then rejects the unknown option.
 */
export function rectifyInput(
  zone: Zone | null,
  { turn = 0, ...options }: RectifyOptions,
): InputOf<'rectify'> {
  const named = withNumber(options)
  if (turn === 0) return { zone, ...named }
  if (zone === null) return { zone, ...named, options: { ...named.options, turn } }
  return { zone: { ...zone, corners: quadOfTurnedPage(zone.corners, turn) }, ...named, turned: turn }
}

function withNumber({
  document,
  ...options
}: RectifyOptions): Pick<InputOf<'rectify'>, 'options' | 'bothPages'> {
  if (document === bothPages) return { options, bothPages: true }
  return { options: document === undefined ? options : { ...options, document } }
}

/** What is to be said about a zone that an earlier detection found; nothing about the user's own corners. */
export function zoneReasons(
  zone: Zone | null,
  detection: DetectResult | null,
): Pick<InputOf<'rectify'>, 'reasons'> {
  return zone?.source === 'detection' && detection ? { reasons: statedReasons(detection) } : {}
}

function isUsable(detection: DetectResult | null): detection is DetectResult {
  return detection !== null && !isWithoutZone(detection)
}

function missing(document: number): never {
  throw new Problem('document_missing', { document })
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
