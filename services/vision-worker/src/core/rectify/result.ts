import { outputFormats } from '@equerre/contract/formats'
import type { DetectResult, RectifyJob, RectifyResult, Zone } from '@equerre/contract/jobs'
import type { Shape } from '../flatten/flatten.ts'
import type { Sheet } from '../flatten/sheet.ts'
import type { PageSize } from './page-size.ts'

/** The zone to cut out, and the detection if the zone was not given. */
export type Chosen = { readonly zone: Omit<Zone, 'source'>; readonly detection: DetectResult | null }

/** What a rectify reports of the page it made. */
export function resultOf(
  { options }: RectifyJob,
  { zone: { status, confidence, corners }, detection }: Chosen,
  { width, height, dpi, paper, measured }: PageSize,
): RectifyResult {
  return {
    status,
    confidence,
    corners,
    dpi,
    mime: outputFormats[options.format].mime,
    width,
    height,
    paper,
    proportions: { ratio: digits(measured.ratio), uncertainty: digits(measured.logSd) },
    detection,
  }
}

/** How bent the sheet was, and whether that was taken out. */
export function shapeResult({ bend }: Shape, sheet: Sheet | null): Pick<RectifyResult, 'shape'> {
  return { shape: { bend: digits(bend), flattened: sheet !== null } }
}

/**
 * What a rectify reports when its detection left nothing to cut out. Gateways know no other word for that than `NOT_FOUND`;
 * those of the previous release also expect the size of a page.
 */
export function nothingMade(
  { pageInfo: { width, height }, options }: RectifyJob,
  { zone: { confidence, corners }, detection }: Chosen,
): RectifyResult {
  const { mime } = outputFormats[options.format]
  const page = { dpi: options.dpi, mime, width, height, paper: null, proportions: null }
  return { status: 'NOT_FOUND', confidence, corners, ...page, detection }
}

/** Rounded to significant digits, so that even the narrowest strip's ratio is not 0. */
function digits(value: number): number {
  return Number(value.toPrecision(5))
}
