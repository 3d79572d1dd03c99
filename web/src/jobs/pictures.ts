import { quadInPixels } from '@equerre/geometry/spaces'
import type { Size } from '@equerre/geometry/spaces'
import { apiUrl } from '../api/client.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { localUrl } from './files.ts'
import { previewPath } from './job.ts'
import type { Job } from './job.ts'
import { nameOf } from './status.ts'

export type PictureKind = 'zone' | 'result'

/** A picture of a card as it is shown; `src` is null where it is none that a browser shows, such as a PDF. */
export type Picture = { readonly src: string | null; readonly alt: string }

export const pictureTitles: { readonly [K in PictureKind]: string } = {
  zone: frCamscan.job.zone,
  result: frCamscan.job.result,
}

/** `Zone Detectée` or `Image Recadrée` of a card; null until there is one. After a correction the zone is the corrected one. */
export function pictureOf(job: Job, kind: PictureKind): Picture | null {
  const { detect, rectify } = job
  const name = nameOf(job)
  if (kind === 'zone') {
    const path = rectify?.artifacts.viz_path ?? detect?.artifacts.viz_path
    return path === undefined ? null : { src: apiUrl(path), alt: frCamscan.job.zoneAlt(name) }
  }
  const path = rectify?.artifacts.warped_path ?? null
  if (path === null) return null
  return { src: path.endsWith('.pdf') ? null : apiUrl(path), alt: frCamscan.job.resultAlt(name) }
}

/**
 * The photo itself, to show faintly from its turn on until its zone is known: a large batch that waits costs no picture. A PDF
 * has one once the server made it.
 */
export function ghostOf(job: Job): string | null {
  const preview = previewPath(job)
  if (preview !== null) return apiUrl(preview)
  return job.kind === 'image' && job.status !== 'queued' ? (localUrl(job.id) ?? null) : null
}

/** The zone as an outline over its picture, so that it is seen on a small one too; null where nothing was found. */
export function traceOf({ detect, rectify, ingest, page }: Job): { size: Size; path: string } | null {
  const size = ingest?.pages[page - 1]
  const found = rectify ?? (detect?.status === 'NOT_FOUND' ? null : detect)
  if (size === undefined || found === null) return null
  const points = quadInPixels(found.corners, size).map(([x, y]) => `${x} ${y}`)
  return { size, path: `M${points.join('L')}Z` }
}
