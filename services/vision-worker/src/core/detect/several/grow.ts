import type { WorkQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { edgeSupport, edgeSupportMin, paperSupport } from './clear-edge.ts'
import { extentFrom, withSideMoved } from './move-side.ts'

/** A band along one side is this deep, as a share of the quad's own extent: more would be a neighbour. */
const depthMin = 0.16
const depthMax = 0.5
const depthMinPx = 6
const stepPx = 2

/**
 * A quad with the band that continues it beyond one of its sides, if there is one: a card's coloured header, which alone
 * looks like something beside a smaller card. The band's ends must lie on the prolonged sides and all its outer sides be edges,
 * which a shadow's are not, being cast aside; its far border is soft besides.
 */
export function withBand(image: RgbImage, quad: WorkQuad, isFree: (grown: WorkQuad) => boolean): WorkQuad {
  let best = { quad, support: edgeSupportMin }
  for (let side = 0; side < 4; side++) {
    for (const grown of bandsAt(quad, side)) {
      const support = supportOfBand(image, quad, { grown, side })
      if (support > best.support && isFree(grown)) best = { quad: grown, support }
    }
  }
  return best.quad
}

/** The quad with its side moved outward, at each depth. */
function bandsAt(quad: WorkQuad, side: number): WorkQuad[] {
  const extent = extentFrom(quad, side)
  const grown: WorkQuad[] = []
  for (let depth = Math.max(depthMinPx, depthMin * extent); depth <= depthMax * extent; depth += stepPx)
    grown.push(withSideMoved(quad, side, depth))
  return grown
}

/** The weakest support of the band's outer sides; 0 where one is faint or outside the picture. */
function supportOfBand(
  image: RgbImage,
  quad: WorkQuad,
  { grown, side }: { readonly grown: WorkQuad; readonly side: number },
): number {
  const next = (side + 1) % 4
  let weakest = paperSupport(image, grown[side]!, grown[next]!)
  for (const [from, to] of [
    [quad[side]!, grown[side]!],
    [grown[next]!, quad[next]!],
  ] as const) {
    if (weakest < edgeSupportMin) return 0
    weakest = Math.min(weakest, edgeSupport(image, from, to))
  }
  return weakest < edgeSupportMin ? 0 : weakest
}
