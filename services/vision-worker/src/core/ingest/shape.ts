import type { Limits } from '@equerre/contract/limits'
import type { Size } from '@equerre/geometry/spaces'

/** Whether an image has a size and proportions that a document may have. */
export function hasShape({ width, height }: Size, limits: Limits): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short >= limits.imageSideMin && long <= limits.imageSideMax && long <= short * limits.imageAspectMax
}
