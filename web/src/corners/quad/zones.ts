import { quadFromCorners, quadTurned } from '@equerre/geometry/quad'
import { quadInPixels, wholeFrame } from '@equerre/geometry/spaces'
import type { PreviewPoint, PreviewQuad, RelativeQuad, Size } from '@equerre/geometry/spaces'
import type { Job } from '../../jobs/job.ts'
import type { Index } from './handles.ts'

/** A page on its photo: where its corners lie, and which of them it begins at. */
export type Zone = {
  /** Clockwise from the corner that a person sees top left in the photo, whichever way up the page lies. */
  readonly quad: PreviewQuad
  /** The corner that is the page's own top left. */
  readonly start: Index
}

/** The zones that a page can begin from, in pixels of a preview of that size. */
export type Zones = {
  /** What the page was straightened with, or would be. */
  readonly now: Zone
  readonly detected: Zone
  readonly whole: PreviewQuad
  /** What else was seen: further documents, each with its own way up, … */
  readonly documents: readonly Zone[]
  /** … and runner-up zones of the first one. */
  readonly alternatives: readonly PreviewQuad[]
}

/** @throws Error before the page's detection: there is nothing to correct then. */
export function zonesOf({ corners, detect, rectify }: Job, size: Size): Zones {
  if (detect === null) throw new Error('no detection to correct')
  const toZone = (quad: RelativeQuad) => zoneOf(quadInPixels<PreviewPoint>(quad, size))
  return {
    now: toZone(corners ?? rectify?.corners ?? detect.corners),
    detected: toZone(detect.corners),
    whole: quadInPixels<PreviewPoint>(wholeFrame, size),
    documents: detect.documents.slice(1).map((found) => toZone(found.corners)),
    alternatives: detect.alternatives.map((other) => toZone(other.corners).quad),
  }
}

/** @param page clockwise from the page's own top left */
export function zoneOf(page: PreviewQuad): Zone {
  const quad = quadFromCorners(page)
  return { quad, start: quad.indexOf(page[0]) as Index }
}

/** The corners of `zone` as the service takes them: clockwise from the page's own top left. */
export function pageOf({ quad, start }: Zone): PreviewQuad {
  return quadTurned(quad, start)
}

/** The same zone, its page turned by a quarter: what was its bottom left becomes its top left, or with -1 its top right. */
export function turned({ quad, start }: Zone, direction: 1 | -1): Zone {
  return { quad, start: ((start + 4 - direction) % 4) as Index }
}

export function sameZone(a: Zone, b: Zone): boolean {
  return a.start === b.start && a.quad.every(([x, y], i) => x === b.quad[i]?.[0] && y === b.quad[i]?.[1])
}
