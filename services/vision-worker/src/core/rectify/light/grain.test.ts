import { expect, it } from 'vitest'
import { withoutGrain } from './grain.ts'

const [width, height, cellPx] = [60, 40, 10]
/** Noise of ±6 levels on paper, with ink on the right half. */
const noisy = {
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const ink = Math.floor(at / 3) % width >= width / 2
    return (ink ? 60 : 220) + ((at * 7919) % 13) - 6
  }),
}
const lifted = (gain: (column: number) => number) => ({
  width: width / cellPx,
  height: height / cellPx,
  data: Float32Array.from({ length: (width * height) / cellPx ** 2 }, (_, at) => gain(at % (width / cellPx))),
})

/** Mean deviation from the noiseless values, in columns from `first` to `end`. */
function roughness(data: Uint8Array, [first, end]: readonly [number, number]): number {
  let sum = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = first; x < end; x++)
      sum += Math.abs(data[(y * width + x) * 3]! - (x >= width / 2 ? 60 : 220))
  }
  return sum / (height - 2) / (end - first)
}

it('smooths what was brightened a lot, up to the edge of the ink', () => {
  const { data } = withoutGrain(
    noisy,
    lifted(() => 3),
    cellPx,
  )
  expect(roughness(data, [1, width - 1])).toBeLessThan(0.6 * roughness(noisy.data, [1, width - 1]))
  expect(roughness(data, [29, 31])).toBeLessThan(6)
})

it('leaves alone what was brightened a little', () => {
  expect(
    withoutGrain(
      noisy,
      lifted(() => 2),
      cellPx,
    ),
  ).toBe(noisy)
  const { data } = withoutGrain(
    noisy,
    lifted((column) => (column < 3 ? 1.5 : 4)),
    cellPx,
  )
  expect(roughness(data, [0, 30])).toBe(roughness(noisy.data, [0, 30]))
  expect(roughness(data, [31, 59])).toBeLessThan(roughness(noisy.data, [31, 59]))
})
