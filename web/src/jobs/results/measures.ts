import { quadInPixels } from '@equerre/geometry/spaces'
import type { Size } from '@equerre/geometry/spaces'
import { squareError } from '../../corners/quad/angles.ts'
import { formatConfidence, formatDegrees, formatInteger, formatSize } from '#words/format'
import { camscanWords } from '#words/camscan'
import { applyTypography } from '#words/typography'
import type { Job } from '../job.ts'

/** What is known of a card in figures, nothing that was not measured: size, pixels, dpi, confidence, angle. */
export function measuresOf(job: Job): string {
  const page = job.ingest?.pages[job.page - 1]
  const size = job.parent === null ? [formatSize(job.size)] : []
  const confidence = page?.kind === 'digital' ? [] : confidenceOf(job)
  const parts = [...size, ...pixelsOf(job, page), ...confidence, ...squaredBy(job, page)]
  return applyTypography(parts.join(' · '))
}

type PageSize = Size | undefined

/** The result's pixels and resolution once there is one, the photo's before. */
function pixelsOf({ rectify }: Job, page: PageSize): string[] {
  const shown = rectify?.artifacts.warped_path ? rectify : page
  const pixels = shown ? [`${formatInteger(shown.width)} × ${formatInteger(shown.height)} px`] : []
  return rectify ? [...pixels, `${Math.round(rectify.dpi)} dpi`] : pixels
}

function confidenceOf({ rectify, detect }: Job): string[] {
  const confidence = rectify?.confidence ?? detect?.confidence
  return confidence === undefined ? [] : [camscanWords.job.confidence(formatConfidence(confidence))]
}

/** By how much the page was off square; nothing to say below what is shown as 0,1°. */
function squaredBy({ rectify }: Job, page: PageSize): string[] {
  if (!rectify || !page) return []
  const degrees = squareError(quadInPixels(rectify.corners, page))
  return degrees < 0.05 ? [] : [camscanWords.job.squared(formatDegrees(degrees))]
}
