import type { Corners } from '@equerre/contract/detourage'
import { quadArea } from '@equerre/geometry/quad'

/** How far rounded corners may be from the picture's area, as a share of it. */
const areaSlack = 1e-4

/** Whether the corners are as large as the whole picture: its own, or those of one levelled by its text. */
export function isWholeSized(corners: Corners): boolean {
  return Math.abs(quadArea(corners) - 1) < areaSlack
}
