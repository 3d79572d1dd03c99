import type { Reason } from '@equerre/contract/detourage'
import type { Size, WorkQuad } from '@equerre/geometry/spaces'
import type { Features } from '../measure/features.ts'

/** Smallest tone step across a side, of 255 levels; text on paper steps by well over 100. */
const contrastMin = 12
/** Share of burnt-out pixels on paper that is otherwise not white. */
const glareShareMin = 0.01
const whitePaperMin = 200
/** In a page in focus, one cell in twenty has a step sharper than this many levels. */
const sharpStepMin = 24
/** Mean step between neighbouring pixels outside the page, in levels, above which the background is busy. */
const busyStepMin = 9

/** What a person should know about a found zone; the ranking has already taken it into account. */
export function reasonsFor(
  { quad, features }: { quad: WorkQuad; features: Features },
  frame: Size,
): Reason[] {
  const of = (name: string) => features[name] ?? 0
  const seen: [Reason, boolean][] = [
    ['corner_outside', isCutOff(quad, frame)],
    ['low_contrast', of('contrastMin') < contrastMin],
    ['blurred', of('sharpestInside') < sharpStepMin],
    ['glare', of('burntInside') > glareShareMin && of('lightInside') < whitePaperMin],
    ['busy_background', of('textureOutside') > busyStepMin],
  ]
  return seen.filter(([, holds]) => holds).map(([reason]) => reason)
}

function isCutOff(quad: WorkQuad, { width, height }: Size): boolean {
  const slack = Math.max(width, height) / 400
  return quad.some(([x, y]) => x < -slack || y < -slack || x > width + slack || y > height + slack)
}
