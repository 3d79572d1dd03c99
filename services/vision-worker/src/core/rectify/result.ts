import { outputFormats } from '@equerre/contract/formats'
import type { DetectResult, RectifyJob, RectifyResult, Zone } from '@equerre/contract/jobs'
import type { PageSize } from './page-size.ts'

/** The zone to cut out, and the detection if the zone was not given. */
export type Chosen = { readonly zone: Omit<Zone, 'source'>; readonly detection: DetectResult | null }

/** What a rectify reports. @param plan null when nothing was made because the page is kept as it is */
export function resultOf(
  { pageInfo, options }: RectifyJob,
  { zone: { status, confidence, corners }, detection }: Chosen,
  plan: PageSize | null,
): RectifyResult {
  const { width, height } = plan ?? pageInfo
  return {
    status,
    confidence,
    corners,
    dpi: plan?.dpi ?? options.dpi,
    mime: outputFormats[options.format].mime,
    width,
    height,
    paper: plan?.paper ?? null,
    proportions: plan && { ratio: digits(plan.measured.ratio), uncertainty: digits(plan.measured.logSd) },
    detection,
  }
}

/** Rounded to significant digits, so that even the narrowest strip's ratio is not 0. */
function digits(value: number): number {
  return Number(value.toPrecision(5))
}
