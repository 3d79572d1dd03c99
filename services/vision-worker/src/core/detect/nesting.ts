import { pointDistance } from '@equerre/geometry/point'
import { polygonArea, polygonClip } from '@equerre/geometry/polygon'
import { quadArea } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'

/** What nesting needs to know of a candidate. */
type Nested = { readonly quad: WorkQuad; readonly wholeFrame: boolean; readonly supportMin: number }

/** A corner is shared within this share of the quad's size. */
const sharedCorner = 0.04
/** Of an enclosed quad, at least this share lies inside the other. */
const enclosedShare = 0.97
const largerBy = 1.05

/**
 * Whether a quad is only a part of a page: a larger candidate with clear sides holds it and shares two or three of its
 * corners, as a page does with the area below its coloured header or beside a column. A mat under a page shares none.
 */
export function isPartOfAnother({ quad }: Nested, all: readonly Nested[]): boolean {
  const area = quadArea(quad)
  const reach = sharedCorner * Math.sqrt(area)
  return all.some((other) => {
    if (other.wholeFrame || other.supportMin < 0.7 || quadArea(other.quad) < area * largerBy) return false
    const shared = quad.filter((corner) =>
      other.quad.some((own) => pointDistance(corner, own) < reach),
    ).length
    return shared >= 2 && polygonArea(polygonClip(quad, other.quad)) > enclosedShare * area
  })
}
