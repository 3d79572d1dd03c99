import { smallPictures } from '@equerre/contract/small-picture'
import { quadInPixels } from '@equerre/geometry/spaces'
import type { Size } from '@equerre/geometry/spaces'
import { camscanWords } from '#words/camscan'
import { localUrl } from '../kept/files.ts'
import { isReady, isRunning, previewPath } from '../job.ts'
import type { Job } from '../job.ts'
import { nameOf } from '../status.ts'

export type PictureKind = 'zone' | 'result'

/** A picture of a card: paths of the service, or an address in this tab. They are null where there is nothing that a browser shows, as of a PDF of the former release. */
export type Picture = {
  /** For the card itself. */
  readonly thumb: string | null
  /** For the whole window, and how many pixels long it is. */
  readonly screen: string | null
  readonly screenLongSidePx: number
  /** The file, which is fetched only to be enlarged beyond the screen size; null where that is all there is to see. */
  readonly full: string | null
  /** Of what is shown, in its own pixels. */
  readonly size: Size
  readonly alt: string
}

/** What every browser shows; a camera's HEIC is seen as the service sends it. */
const shownMimes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

export const pictureTitles: { readonly [K in PictureKind]: string } = {
  zone: camscanWords.job.zone,
  result: camscanWords.job.result,
}

/** Whether a card has its `Zone Detectée` or `Image Recadrée`. */
export function hasPicture({ detect, rectify }: Job, kind: PictureKind): boolean {
  return kind === 'zone' ? detect !== null : (rectify?.artifacts.warped_path ?? null) !== null
}

/** `Zone Detectée` or `Image Recadrée` of a card; null until there is one. */
export function pictureOf(job: Job, kind: PictureKind): Picture | null {
  if (!hasPicture(job, kind)) return null
  return kind === 'zone' ? seenPicture(job) : madePicture(job)
}

/** The page as it was sent, for the zone to be drawn on: no correction makes it another one. */
function seenPicture(job: Job): Picture | null {
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

function madePicture(job: Job): Picture | null {
  const { rectify } = job
  if (rectify === null) return null
  const { warped_path, screen_path, thumb_path } = rectify.artifacts
  const file = warped_path?.endsWith('.pdf') ? null : warped_path
  const screen = screen_path ?? null
  return {
    thumb: thumb_path ?? file,
    screen: screen ?? file,
    screenLongSidePx: Math.min(longSideOf(rectify), smallPictures.screen.longSidePx),
    full: screen === null ? null : file,
    size: rectify,
    alt: camscanWords.job.resultAlt(nameOf(job)),
  }
}

/**
 * The photo itself, to show faintly from its turn on until its zone is known: a large batch that waits costs no picture. What
 * only the service has is not worth its bytes for the second that the search takes, but stands for what nobody searches.
 */
export function ghostOf(job: Job): string | null {
  const here = job.status === 'queued' ? null : localPhoto(job)
  if (here !== null || isRunning(job) || isReady(job)) return here
  return previewPath(job)
}

/** The picture that this tab was given, unless no browser shows it. */
function localPhoto({ id, kind, ingest }: Job): string | null {
  const shown = kind === 'image' && (ingest === null || shownMimes.includes(ingest.mime))
  return shown ? (localUrl(id) ?? null) : null
}

/** Everything of a card that may be fetched to be shown or saved. */
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

function longSideOf({ width, height }: Size): number {
  return Math.max(width, height)
}

/** The zone as an outline over its picture, so that it is seen on a small one too; null where nothing was found. */
export function traceOf({ detect, rectify, ingest, page }: Job): { size: Size; path: string } | null {
  const size = ingest?.pages[page - 1]
  const found = rectify ?? (detect?.status === 'NOT_FOUND' ? null : detect)
  if (size === undefined || found === null) return null
  const points = quadInPixels(found.corners, size).map(([x, y]) => `${x} ${y}`)
  return { size, path: `M${points.join('L')}Z` }
}
