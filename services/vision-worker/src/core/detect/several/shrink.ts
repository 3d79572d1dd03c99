import type { WorkQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { profileSide, sideSharpness, type Tone } from '../measure/side-profile.ts'
import { contrastMin, edgeSupportMin, sharpMin } from './clear-edge.ts'
import { extentFrom, withSideMoved } from './move-side.ts'

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
  const sharpnessOf = (own: WorkQuad) => sideSharpness(image, own[side]!, own[(side + 1) % 4]!)
  const profileOf = (own: WorkQuad) => profileSide(image, own[side]!, own[(side + 1) % 4]!)
  const { inside: strip, outside: ground } = profileOf(quad)
  if (!isShadow(strip, ground) || sharpnessOf(quad) > sharpMin) return quad
  let best = { quad, contrast: contrastMin }
  for (let depth = depthMinPx; depth <= depthMax * extentFrom(quad, side); depth++) {
    const shrunk = withSideMoved(quad, side, -depth)
    const { support, contrast, outside } = profileOf(shrunk)
    const isClear = support >= edgeSupportMin && contrast >= best.contrast
    if (isClear && isShadow(outside, ground) && sharpnessOf(shrunk) > sharpMin)
      best = { quad: shrunk, contrast }
  }
  return best.quad
}

function isShadow([light, ...colours]: Tone, [groundLight, ...groundColours]: Tone): boolean {
  if (light > (1 - darkerMin) * groundLight) return false
  return colours.every((colour, i) => Math.abs(colour / light - groundColours[i]! / groundLight) <= colourMax)
}
