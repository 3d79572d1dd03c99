import { quadArea } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { pickDistinct } from '../pick-distinct.ts'
import { edgeSupport, edgeSupportMin } from './clear-edge.ts'
import { areOver } from './places.ts'

/** Documents on one table are alike in size: none is this many times larger than another. */
const timesLargerMax = 3
/** One clear outline beside a document may be a thing; two are alike. */
const othersMin = 2

/**
 * Whether outlines of a document's size, with edges along all their sides, lie beside it and beside each other: the network,
 * looking from afar, may have seen one document only.
 */
export function hasOthersBeside(quad: WorkQuad, outlines: readonly WorkQuad[], image: RgbImage): boolean {
  const area = quadArea(quad)
  const alike = outlines.filter((other) => {
    const ratio = quadArea(other) / area
    return ratio < timesLargerMax && ratio > 1 / timesLargerMax && !areOver(other, quad)
  })
  const clear = alike.filter((other) => isClear(other, image))
  return pickDistinct(clear, othersMin, areOver).length === othersMin
}

function isClear(quad: WorkQuad, image: RgbImage): boolean {
  return quad.every((corner, i) => edgeSupport(image, corner, quad[(i + 1) % 4]!) >= edgeSupportMin)
}
