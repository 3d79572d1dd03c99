import type { RgbImage } from '../../pixels.ts'
import type { Field } from './light-cells.ts'

/** From the first gain on noise begins to show; from the second on it is smoothed fully. */
const gainFrom = 2
const gainFull = 3
/** Differences up to this are noise, in levels before brightening. */
const grainLevels = 8

/**
 * Smooths the noise that shows where an image was brightened more than twofold: each value moves towards the mean of its
 * similar neighbours, so ink keeps its edges. J.-S. Lee, Digital image smoothing and the sigma filter (1983).
 * @param gain by how much each cell of `cellPx` pixels was brightened
 */
export function withoutGrain(image: RgbImage, gain: Field, cellPx: number): RgbImage {
  if (gain.data.every((value) => value <= gainFrom)) return image
  const { width, height } = image
  const smooth = new Uint8Array(image.data)
  for (let y = 1; y < height - 1; y++) {
    const cells = Math.floor(y / cellPx) * gain.width
    for (let left = 0; left < width; left += cellPx) {
      const lifted = gain.data[cells + Math.floor(left / cellPx)]!
      if (lifted <= gainFrom) continue
      const start = (y * width + Math.max(1, left)) * 3
      const end = (y * width + Math.min(width - 1, left + cellPx)) * 3
      smoothRun({ from: image.data, to: smooth }, [start, end], { stride: width * 3, lifted })
    }
  }
  return { width, height, data: smooth }
}

/** Smooths a run of values, each with those of its four neighbours that are similar. */
function smoothRun(
  { from, to }: { from: Uint8Array; to: Uint8Array },
  [start, end]: readonly [number, number],
  { stride, lifted }: { stride: number; lifted: number },
): void {
  const share = Math.min(1, (lifted - gainFrom) / (gainFull - gainFrom))
  const within = grainLevels * lifted
  const around = [-stride, -3, 3, stride]
  for (let at = start; at < end; at++) {
    const centre = from[at]!
    let sum = 0
    let count = 1
    for (let i = 0; i < 4; i++) {
      const difference = from[at + around[i]!]! - centre
      if (difference > within || difference < -within) continue
      sum += difference
      count++
    }
    to[at] = Math.round(centre + (share * sum) / count)
  }
}
