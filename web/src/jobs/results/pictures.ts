import type { Corners } from '@equerre/contract/detourage'
import { isWithoutZone } from '@equerre/contract/doubt'
import { smallPictures } from '@equerre/contract/small-picture'
import { quadInPixels } from '@equerre/geometry/spaces'
import type { Size } from '@equerre/geometry/spaces'
import type { RectifyReply } from '../../api/steps.ts'
import { camscanWords } from '#words/camscan'
import { localUrl, smallLocalUrl } from '../kept/files.ts'
import { asksAboutSpread, isReady, isRunning, previewPath, proposalOf } from '../job.ts'
import type { Job } from '../job.ts'
import { nameOf } from '../status.ts'

export type PictureKind = 'zone' | 'result'

/**
 * A picture of a card, as service paths or object URLs. They are null when browsers can show nothing, as for a
 * PDF of the previous release.
 */
export type Picture = {
  /** For the card itself. */
  readonly thumb: string | null
  /** For the whole window; its long side follows, in pixels. */
  readonly screen: string | null
  readonly screenLongSidePx: number
  /** The file itself, fetched only to zoom in beyond the screen size; null when there is no more detail. */
  readonly full: string | null
  /** Size of the full picture, in pixels. */
  readonly size: Size
  readonly alt: string
}

/** Formats that every browser shows; for HEIC the service's preview is used. */
const shownMimes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

export const pictureTitles: { readonly [K in PictureKind]: string } = {
  zone: camscanWords.job.zone,
  result: camscanWords.job.result,
}

/** Whether a card has its `Zone Detectée` or `Image Recadrée`. */
export function hasPicture({ detect, rectify }: Job, kind: PictureKind): boolean {
  return kind === 'zone' ? detect !== null : (rectify?.artifacts.warped_path ?? null) !== null
}

/** A card's `Zone Detectée` or `Image Recadrée`; null until it exists. */
export function pictureOf(job: Job, kind: PictureKind): Picture | null {
  if (!hasPicture(job, kind)) return null
  return kind === 'zone' ? zonePicture(job) : resultPicture(job)
}

/** The page as sent, to draw the zone on; corrections do not change it. */
function zonePicture(job: Job): Picture | null {
  const { detect, ingest, page } = job
  const size = ingest?.pages[page - 1]
  if (detect === null || size === undefined) return null
  const screen = localPhoto(job) ?? previewPath(job)
  return {
    thumb: detect.artifacts.thumb_path ?? detect.artifacts.viz_path,
    screen,
    screenLongSidePx: longSideOf(size),
    full: null,
    size,
    alt: camscanWords.job.zoneAlt(nameOf(job)),
  }
}

function resultPicture(job: Job): Picture | null {
  const { rectify } = job
  const size = rectify && madeSize(rectify)
  if (!size) return null
  const { warped_path, screen_path, thumb_path } = rectify.artifacts
  const file = warped_path?.endsWith('.pdf') ? null : warped_path
  const screen = screen_path ?? null
  return {
    thumb: thumb_path ?? file,
    screen: screen ?? file,
    screenLongSidePx: Math.min(longSideOf(size), smallPictures.screen.longSidePx),
    full: screen === null ? null : file,
    size,
    alt: camscanWords.job.resultAlt(nameOf(job)),
  }
}

/**
 * The photo to show until its zone is known: the local one as soon as it is added. Without one, the service's preview is fetched
 * for PDFs, and for images only when held or stopped: detection takes a second, which is not worth its bytes.
 */
export function ghostOf(job: Job): string | null {
  return localPhoto(job) ?? ghostPath(job)
}

/** The same for a tile: small, because a sheet of large photos decoded at once makes the page stand still for seconds. */
export async function smallGhostOf(job: Job): Promise<string | null> {
  return (showsHere(job) ? await smallLocalUrl(job.id) : null) ?? ghostPath(job)
}

function ghostPath(job: Job): string | null {
  return job.kind === 'image' && (isRunning(job) || isReady(job)) ? null : previewPath(job)
}

/** This tab's own copy of the picture, unless browsers cannot show it. */
function localPhoto(job: Job): string | null {
  return showsHere(job) ? (localUrl(job.id) ?? null) : null
}

function showsHere({ kind, ingest }: Job): boolean {
  return kind === 'image' && (ingest === null || shownMimes.includes(ingest.mime))
}

/** Every path of a card that may be fetched to show or save it. */
export function pathsOf(job: Job): readonly string[] {
  const { detect, rectify } = job
  const paths = [
    previewPath(job),
    detect?.artifacts.thumb_path,
    detect?.artifacts.viz_path,
    rectify?.artifacts.thumb_path,
    rectify?.artifacts.screen_path,
    rectify?.artifacts.warped_path,
  ]
  return paths.filter((path) => path != null)
}

/** The size of a result in pixels; null when nothing was made. */
export function madeSize({ width, height }: RectifyReply): Size | null {
  return width === null || height === null ? null : { width, height }
}

function longSideOf({ width, height }: Size): number {
  return Math.max(width, height)
}

/** The zone's outline, the proposed one's, or both pages' of a book, as an SVG path over its picture; null when there is none. */
export function traceOf(job: Job): { size: Size; path: string } | null {
  const size = job.ingest?.pages[job.page - 1]
  if (size === undefined) return null
  const outlines = tracedCorners(job).map((corners) => {
    const points = quadInPixels(corners, size).map(([x, y]) => `${x} ${y}`)
    return `M${points.join('L')}Z`
  })
  return outlines.length > 0 ? { size, path: outlines.join('') } : null
}

function tracedCorners(job: Job): readonly Corners[] {
  const { detect, rectify } = job
  if (rectify !== null) return [rectify.corners]
  if (detect === null) return []
  if (asksAboutSpread(job)) return detect.documents.map(({ corners }) => corners)
  const corners = isWithoutZone(detect) ? proposalOf(job) : detect.corners
  return corners === null ? [] : [corners]
}
