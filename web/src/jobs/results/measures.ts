import { quadInPixels } from '@equerre/geometry/spaces'
import type { Size } from '@equerre/geometry/spaces'
import { squareError } from '../../corners/quad/angles.ts'
import {
  formatConfidence,
  formatDegrees,
  formatInteger,
  formatSeconds,
  formatShare,
  formatSize,
} from '#words/format'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { applyTypography } from '#words/typography'
import { stepKinds } from '../job.ts'
import type { Job } from '../job.ts'
import { madeSize } from './pictures.ts'

const words = deskWords.figures

/** A card's facts for everyone: « 2,31 MB · A4, 300 dpi · redressé de 5,7° ». Nothing that was not measured. */
export function measuresOf(job: Job): string {
  const size = job.parent === null ? [formatSize(job.size)] : []
  const parts = [...size, ...paperOf(job), ...squaredBy(job, job.ingest?.pages[job.page - 1]), ...flatOf(job)]
  return applyTypography(parts.join(' · '))
}

export type Figure = readonly [name: string, value: string]

/** Technical figures, shown on request. */
export function figuresOf(job: Job): readonly Figure[] {
  const page = job.ingest?.pages[job.page - 1]
  const confidence = page?.kind === 'digital' ? [] : confidenceOf(job)
  return [...pixelsOf(job, page), ...confidence, ...lightingOf(job), ...shapeOf(job), ...timesOf(job)].map(
    ([name, value]): Figure => [name, applyTypography(value)],
  )
}

type PageSize = Size | undefined

/** The paper that was recognised or requested, and the resolution of the page on it. */
function paperOf({ rectify }: Job): string[] {
  if (!rectify?.artifacts.warped_path) return []
  const papers: Readonly<Record<string, string>> = camscanWords.options.papers
  const paper = papers[rectify.paper ?? '']
  const dpi = camscanWords.options.dpiOf(Math.round(rectify.dpi))
  return [paper === undefined ? dpi : `${paper}, ${dpi}`]
}

/** The result's pixels once there is one, the photo's before. */
function pixelsOf({ rectify }: Job, page: PageSize): Figure[] {
  const shown = (rectify && madeSize(rectify)) ?? page
  if (shown === undefined) return []
  return [[words.pixels, `${formatInteger(shown.width)} × ${formatInteger(shown.height)} px`]]
}

function confidenceOf({ rectify, detect }: Job): Figure[] {
  const confidence = rectify?.confidence ?? detect?.confidence
  return confidence === undefined ? [] : [[words.confidence, formatConfidence(confidence)]]
}

/** What became of the light, and why it was kept; nothing for results of the previous release, which do not say. */
function lightingOf({ rectify }: Job): Figure[] {
  const { lighting, lighting_reason: reason } = rectify ?? {}
  if (lighting === 'applied') return [[words.lighting, words.lightingApplied]]
  return reason ? [[words.lighting, words.lightingKept[reason]]] : []
}

function flatOf({ rectify }: Job): string[] {
  return rectify?.flattened === true ? [words.flat] : []
}

/** How bent the sheet was, if it was, and what became of that. */
function shapeOf({ rectify }: Job): Figure[] {
  const { bend, flattened } = rectify ?? {}
  if (!bend) return []
  const text = flattened ? words.flattened : words.leftCurved
  return [[words.shape, text(formatShare(bend))]]
}

/** Durations of the steps that ran in this browser. */
function timesOf({ tookMs }: Job): Figure[] {
  return stepKinds.flatMap((kind) => {
    const ms = tookMs[kind]
    return ms === undefined ? [] : [[words[kind], formatSeconds(ms)] as const]
  })
}

/** How far the page was from square; nothing if it would show as less than 0,1°. */
function squaredBy({ rectify }: Job, page: PageSize): string[] {
  if (!rectify || !page) return []
  const degrees = squareError(quadInPixels(rectify.corners, page))
  return degrees < 0.05 ? [] : [camscanWords.job.squared(formatDegrees(degrees))]
}
