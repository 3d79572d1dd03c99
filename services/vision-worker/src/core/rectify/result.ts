import { outputFormats } from '@equerre/contract/formats'
import type { DetectResult, RectifyJob, RectifyResult, Zone } from '@equerre/contract/jobs'
import type { PageSize } from './page-size.ts'

/** The zone that is cut out, and what was detected where nobody had named one. */
export type Chosen = { readonly zone: Omit<Zone, 'source'>; readonly detection: DetectResult | null }

/** What a rectify reports. @param plan null where nothing was made: the page is what it was */
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

/** Rounded, but never to nothing: the narrowest strip has proportions too. */
function digits(value: number): number {
  return Number(value.toPrecision(5))
}
