import { quadSideLengths } from '@equerre/geometry/quad'
import { expect, it } from 'vitest'
import { linesOnMap } from './text-map.ts'

/** A map with what `isText` covers. */
function mapOf(isText: (x: number, y: number) => boolean, value = 0.9) {
  const [width, height] = [200, 120]
  const data = Float32Array.from({ length: width * height }, (_, at) =>
    isText((at % width) + 0.5, Math.floor(at / width) + 0.5) ? value : 0,
  )
  return { width, height, data }
}

it('grows each line back to the height of its text', () => {
  const [line] = linesOnMap(mapOf((x, y) => x > 40 && x < 160 && y > 50 && y < 56))
  const grown = (1.6 * 120 * 6) / 126
  expect(line![0]![0]).toBeCloseTo(40 - grown / 2)
  expect(line![2]![1]).toBeCloseTo(56 + grown / 2)
})

it('follows a line that slopes', () => {
  const slope = 0.1
  const [line] = linesOnMap(mapOf((x, y) => x > 20 && x < 180 && Math.abs(y - 40 - slope * (x - 20)) < 3))
  const [topLeft, topRight] = line!
  expect((topRight![1] - topLeft![1]) / (topRight![0] - topLeft![0])).toBeCloseTo(slope, 2)
  expect(quadSideLengths(line!)[1]).toBeLessThan(18)
})

it('follows a line that runs down the page', () => {
  const [line] = linesOnMap(mapOf((x, y) => y > 10 && y < 110 && Math.abs(x - 60 - 0.1 * (y - 10)) < 3))
  const [across, down] = quadSideLengths(line!)
  expect(down).toBeGreaterThan(6 * across)
})

it('keeps a digit that stands alone upright', () => {
  const [digit] = linesOnMap(mapOf((x, y) => x > 100 && x < 103 && y > 50 && y < 55))
  expect(digit![0]![1]).toBe(digit![1]![1])
})

it('parts lines that do not touch, and leaves out what is unlikely to be text', () => {
  const isOneOfTwo = (x: number, y: number) => x > 20 && x < 80 && ((y > 20 && y < 26) || (y > 60 && y < 66))
  expect(linesOnMap(mapOf(isOneOfTwo))).toHaveLength(2)
  expect(linesOnMap(mapOf(isOneOfTwo, 0.4))).toHaveLength(0)
})
