import type { Corners } from '@equerre/contract/detourage'

/** Whether the corners are those of the whole picture, starting at any of them. */
export function isFrame(corners: Corners): boolean {
  return corners.flat().every((share) => share === 0 || share === 1)
}
