import { pointDistance, type Point } from '@equerre/geometry/point'
import type { WorkQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { profileSide, type Tone } from '../measure/side-profile.ts'
import { contrastMin, edgeSupportMin, sharpMin } from './clear-edge.ts'

/** A shadow along one side is this deep; at most a share of the quad's own extent. */
const depthMinPx = 4
const depthMax = 0.3
/** A shadow takes at least so much of its ground's light, and of its colour, as a share of the light, leaves all but this. */
const darkerMin = 0.06
const colourMax = 0.05

/**
 * A quad without the shadow that its document casts beside itself: a strip along a side with a soft border, of the colour of
 * what lies outside, but darker, which ends at a clear edge.
 */
export function withoutShadow(image: RgbImage, quad: WorkQuad): WorkQuad {
  return [0, 1, 2, 3].reduce((left, side) => withoutShadowAt(image, left, side), quad)
}

function withoutShadowAt(image: RgbImage, quad: WorkQuad, side: number): WorkQuad {
  const [before, from, to, after] = [3, 0, 1, 2].map((by) => quad[(side + by) % 4]!) as unknown as WorkQuad
  const { sharpness, inside: strip, outside: ground } = profileSide(image, from, to)
  if (sharpness > sharpMin || !isShadow(strip, ground)) return quad
  const extent = (pointDistance(before, from) + pointDistance(after, to)) / 2
  let best = { quad, contrast: contrastMin }
  for (let depth = depthMinPx; depth <= depthMax * extent; depth++) {
    const [a, b] = [towards(from, before, depth), towards(to, after, depth)]
    const edge = profileSide(image, a, b)
    const isClear = edge.support >= edgeSupportMin && edge.sharpness > sharpMin
    if (!isClear || edge.contrast < best.contrast || !isShadow(edge.outside, ground)) continue
    best = {
      quad: quad.with(side, a).with((side + 1) % 4, b) as unknown as WorkQuad,
      contrast: edge.contrast,
    }
  }
  return best.quad
}

function towards(from: Point, to: Point, by: number): Point {
  const share = by / pointDistance(from, to)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

function isShadow([light, ...colours]: Tone, [groundLight, ...groundColours]: Tone): boolean {
  if (light > (1 - darkerMin) * groundLight) return false
  return colours.every((colour, i) => Math.abs(colour / light - groundColours[i]! / groundLight) <= colourMax)
}
