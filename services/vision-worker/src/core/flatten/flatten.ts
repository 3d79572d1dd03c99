import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { frameQuad, quadSideLengths, type Quad } from '@equerre/geometry/quad'
import type { Lens } from '@equerre/geometry/rectangle'
import type { Size } from '@equerre/geometry/spaces'
import type { RgbImage } from '../pixels.ts'
import type { Warp } from '../rectify/warp.ts'
import { cameraAbove } from './camera.ts'
import { evidenceIn } from './evidence.ts'
import { fitSheet, refitSheet, type Evidence } from './fit.ts'
import { bendOf, judgeSheet, missesSide, seemsBent, withFarSides } from './judge.ts'
import { isBowedByLens } from './lens-bow.ts'
import { lookAt, type Look } from './look.ts'
import { networkSees, type AskBend } from './network.ts'
import { withBestCorners } from './plane.ts'
import { flatSheet, type Sheet } from './sheet.ts'

export type Shape = {
  /** How far the sheet departs from its best plane, as a share of its diagonal; 0 where it seems flat. */
  readonly bend: number
  /** What takes the curvature out; null for a sheet that is flat, or whose shape is not certain. */
  readonly sheet: Sheet | null
}

/** The shape of a page that nobody needs to change. */
export const flatShape: Shape = { bend: 0, sheet: null }

export type Seen = {
  readonly photo: RgbImage
  /** The page's corners on it, clockwise from its own top left. */
  readonly quad: Quad
  /** The page's width divided by its height, as those corners show it. */
  readonly ratio: number
  readonly lens: Pick<Lens, 'focalPx' | 'centre'>
}

/** Cells of the splines: a sheet folded in four has eight halves of a fold. */
const grid = { across: 8, down: 10 }

/** Of the photograph: on a smaller or narrower page there is nothing to see. */
const sideMinPx = 60
const ratioMax = 6

/** A sheet that rolls up bends up to a sixth of its longer side away from the line between two corners; inward, a narrow page ends sooner. */
const farShareMax = 0.25
const farShareOfWidth = 0.5

/** What is seen of a page's shape, and the flat sheet that it is compared with. */
export type Sight = {
  readonly look: Look
  readonly flat: Sheet
  readonly evidence: Evidence
  /** Where the lens's axis meets the page's plane. */
  readonly centre: Point
}

type Tools = {
  readonly warp: Warp
  /** Null where there is no network. */
  readonly askBend: AskBend | null
}

/**
 * Looks at a page's sides and lines, and finds the sheet of paper that they show; at first with what a wider look adds, if it
 * does. The network is asked about pages that seem bent: of the others, it would cost more than all the rest.
 */
export async function shapeOf(seen: Seen, { warp, askBend }: Tools): Promise<Shape> {
  const sight = sightOf(seen, warp)
  if (!sight || !seemsBent(sight.flat, sight.evidence)) return flatShape
  const near = askBend ? await askedSight(sight, askBend) : sight
  const far = widerSight(near, seen, warp)
  const shape = far ? shapeIn(far) : flatShape
  return shape.sheet ? shape : shapeIn(near)
}

/** Null where a page is too small or too narrow to be looked at. */
export function sightOf({ photo, quad, ratio, lens }: Seen, warp: Warp): Sight | null {
  if (Math.min(...quadSideLengths(quad)) < sideMinPx || Math.max(ratio, 1 / ratio) > ratioMax) return null
  const size = sizeOf(ratio)
  const page = frameQuad(size)
  const flat = flatSheet({ ...size, camera: cameraAbove(page, quad, lens), grid })
  const look = lookAt(photo, { quad, size }, warp)
  return {
    look,
    flat,
    evidence: evidenceIn(look),
    centre: homographyApply(homographyBetween(quad, page), lens.centre),
  }
}

export async function askedSight(sight: Sight, ask: AskBend): Promise<Sight> {
  return { ...sight, evidence: { ...sight.evidence, network: await networkSees(sight.look, ask) } }
}

/** What a wider look adds; null where nothing seems bent, or every side was seen. */
export function widerSight(near: Sight, { photo, quad, ratio }: Seen, warp: Warp): Sight | null {
  if (!missesSide(near.evidence) || !seemsBent(near.flat, near.evidence)) return null
  const marginShare = Math.min(farShareMax, farShareOfWidth * Math.min(ratio, 1 / ratio))
  const far = evidenceIn(lookAt(photo, { quad, size: sizeOf(ratio), marginShare }, warp))
  return { ...near, evidence: withFarSides(near.flat, near.evidence, far) }
}

/** A page's width and height in shares of its diagonal. */
function sizeOf(ratio: number): Size {
  const diagonal = Math.hypot(ratio, 1)
  return { width: ratio / diagonal, height: 1 / diagonal }
}

export function shapeIn({ flat, evidence, centre }: Omit<Sight, 'look'>): Shape {
  if (!seemsBent(flat, evidence) || isBowedByLens(flat, evidence, centre)) return flatShape
  const atBest = withBestCorners(flat, evidence)
  if (!seemsBent(flat, atBest)) return flatShape
  const own = fitSheet(flat, { ...evidence, network: null })
  const verdict = judgeSheet(own, evidence, atBest)
  if (verdict === 'flat') return flatShape
  if (verdict === 'unsure') return { bend: bendOf(own), sheet: null }
  if (!evidence.network) return { bend: bendOf(own), sheet: own }
  // The network, which was a witness, shapes what sides and lines leave open; unless that makes the sheet doubtful.
  const fused = refitSheet(own, evidence)
  const sheet = judgeSheet(fused, evidence, atBest) === 'bent' ? fused : own
  return { bend: bendOf(sheet), sheet }
}
