import { quadFromCorners, quadTurned } from '@equerre/geometry/quad'
import { quadInPixels, wholeFrame } from '@equerre/geometry/spaces'
import type { PreviewPoint, PreviewQuad, RelativeQuad, Size } from '@equerre/geometry/spaces'
import { proposalOf } from '../../jobs/job.ts'
import type { Job } from '../../jobs/job.ts'
import type { Index } from './handles.ts'

/** A page in its photo: its corners, and which one is its own top left. */
export type Zone = {
  /** Clockwise from the corner at the photo's top left, whatever the page's orientation. */
  readonly quad: PreviewQuad
  /** Index of the page's own top left corner. */
  readonly start: Index
}

/** The zones to start editing from, in preview pixels. */
export type Zones = {
  /** The zone the page was or would be straightened with. */
  readonly now: Zone
  /** As detected, or as proposed by a detection in doubt. */
  readonly detected: Zone
  readonly whole: PreviewQuad
  /** Other detected documents, each with its own orientation, … */
  readonly documents: readonly Zone[]
  /** … and runner-up zones for this one. */
  readonly alternatives: readonly PreviewQuad[]
}

/** @throws Error if the page has no detection to correct. */
export function zonesOf(job: Job, size: Size): Zones {
  const { corners, detect, rectify } = job
  if (detect === null) throw new Error('no detection to correct')
  const found = proposalOf(job) ?? detect.corners
  const toZone = (quad: RelativeQuad) => zoneOf(quadInPixels<PreviewPoint>(quad, size))
  return {
    now: toZone(corners ?? rectify?.corners ?? found),
    detected: toZone(found),
    whole: quadInPixels<PreviewPoint>(wholeFrame, size),
    documents: detect.documents
      .filter((found) => !sameCorners(found.corners, detect.corners))
      .map((found) => toZone(found.corners)),
    alternatives: detect.alternatives.map((other) => toZone(other.corners).quad),
  }
}

function sameCorners(a: RelativeQuad, b: RelativeQuad): boolean {
  return a.flat().every((value, index) => value === b.flat()[index])
}

/** @param page clockwise from the page's own top left */
export function zoneOf(page: PreviewQuad): Zone {
  const quad = quadFromCorners(page)
  return { quad, start: quad.indexOf(page[0]) as Index }
}

/** The corners of a zone as the service expects them: clockwise from the page's own top left. */
export function pageOf({ quad, start }: Zone): PreviewQuad {
  return quadTurned(quad, start)
}

/** The zone with its page turned by 90°: its bottom left becomes its top left, or with -1 its top right. */
export function turned({ quad, start }: Zone, direction: 1 | -1): Zone {
  return { quad, start: ((start + 4 - direction) % 4) as Index }
}

export function sameZone(a: Zone, b: Zone): boolean {
  return a.start === b.start && a.quad.every(([x, y], i) => x === b.quad[i]?.[0] && y === b.quad[i]?.[1])
}
