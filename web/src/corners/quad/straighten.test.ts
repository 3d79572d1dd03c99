import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Quad } from '@equerre/geometry/quad'
import { expect, test } from 'vitest'
import { pageShape, straighten } from './straighten.ts'
import type { Pixels } from './straighten.ts'

/** Red grows to the right and green downwards, so that a colour gives its source position. */
function ramp(width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) data.set([at % width, Math.floor(at / width), 0, 255], at * 4)
  return { width, height, data }
}

const frame = ({ width, height }: { width: number; height: number }): Quad => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]

test('the whole frame at its own size is unchanged', () => {
  const source = ramp(40, 30)
  expect([...straighten(source, frame(source), source)]).toEqual([...source.data])
})

test('every pixel is sampled where the service’s homography maps its centre', () => {
  const source = ramp(200, 160)
  const quad: Quad = [
    [40, 20],
    [150, 35],
    [180, 140],
    [15, 120],
  ]
  const size = { width: 50, height: 40 }
  const out = straighten(source, quad, size)
  const map = homographyBetween(frame(size), quad)
  for (const [column, row] of [
    [0, 0],
    [49, 0],
    [49, 39],
    [0, 39],
    [25, 20],
  ] as const) {
    const [x, y] = homographyApply(map, [column + 0.5, row + 0.5])
    const at = (row * size.width + column) * 4
    expect(Math.abs(out[at]! - (x - 0.5))).toBeLessThanOrEqual(0.5)
    expect(Math.abs(out[at + 1]! - (y - 0.5))).toBeLessThanOrEqual(0.5)
  }
})

test('outside the photo, its border colour is repeated', () => {
  const source = ramp(40, 30)
  const quad: Quad = [
    [-20, -20],
    [60, -20],
    [60, 50],
    [-20, 50],
  ]
  const out = straighten(source, quad, { width: 8, height: 7 })
  expect([...out.subarray(0, 4)]).toEqual([0, 0, 0, 255])
  expect([...out.subarray(-4)]).toEqual([39, 29, 0, 255])
})

const box = { width: 300, height: 400 }
const facts = { paper: 'none', frame: { width: 400, height: 300 }, focal: undefined } as const
const lying: Quad = [
  [100, 100],
  [300, 100],
  [300, 200],
  [100, 200],
]

test.each([
  ['its own proportions', facts, { width: 300, height: 150 }],
  ['a paper’s proportions, in its own orientation', { ...facts, paper: 'a4' }, { width: 300, height: 212 }],
] as const)('a page gets %s and fits its box', (_, given, shape) => {
  expect(pageShape(lying, given, box)).toEqual(shape)
})
