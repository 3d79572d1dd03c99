import { expect, it } from 'vitest'
import { findFigures } from './figures.ts'

const [width, height] = [120, 160]

/** Grey paper, multiplied by `share` at each place. */
function sheet(share: (x: number, y: number) => number) {
  const data = Uint8Array.from(
    { length: width * height },
    (_, at) => 220 * share(at % width, Math.floor(at / width)),
  )
  return [0, 1, 2].map(() => ({ width, height, data })) as unknown as Parameters<typeof findFigures>[0]
}

const smooth = (t: number) => Math.min(1, Math.max(0, t))

it('finds a grey picture that fades into the paper on all sides', () => {
  const { data } = findFigures(sheet((x, y) => 1 - 0.6 * smooth(1.5 - Math.hypot(x - 60, y - 80) / 24)))
  expect(data[80 * width + 60]).toBe(255)
  expect(data[20 * width + 60]).toBe(0)
})

it('does not take a shadow reaching in over the border for a figure, soft or sharp', () => {
  for (const penumbra of [1, 40]) {
    const { data } = findFigures(sheet((x) => 1 - 0.5 * smooth((x - 60) / penumbra)))
    expect(data.every((value) => value === 0)).toBe(true)
  }
})
