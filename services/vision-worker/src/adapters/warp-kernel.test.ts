import { quadAt } from '@equerre/testkit/points'
import { homographyBetween, type Homography } from '@equerre/geometry/homography'
import { frameQuad, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import { photographDocument } from '@equerre/testkit/pictures'
import fc from 'fast-check'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type opencvModule from '@techstark/opencv-js'
import { describe, expect, it } from 'vitest'
import type { RgbImage } from '../core/pixels.ts'
import { latticeSize, warp as portable, type Warp } from '../core/rectify/warp.ts'
import { otherKernel } from '../../test/config.ts'
import { openCodec } from './codec.ts'
import { chooseWarp, loadWarpKernel } from './warp-kernel.ts'

const native = loadWarpKernel(otherKernel ? pathToFileURL(otherKernel) : undefined)
const identity: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1]
/** Tolerance in levels of 255, for positions rounded to 7 bits. */
const levels = 2

/** Every value differs from its neighbours, so that a pixel taken from the wrong place shows. */
function speckled(width: number, height: number): RgbImage {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 2_654_435_761) >>> 24)
  return { width, height, data }
}

function worstDifference(a: RgbImage, b: RgbImage): number {
  expect(a.data.length).toBe(b.data.length)
  let worst = 0
  for (let i = 0; i < a.data.length; i++) worst = Math.max(worst, Math.abs(a.data[i]! - b.data[i]!))
  return worst
}

it('is compiled where there is a compiler', ({ skip }) => {
  if (!native) skip('no C++ compiler, or a kernel that does not load')
})

const kernels: [string, Warp][] = [
  ['TypeScript', portable],
  ...(native ? [['C++', native] as [string, Warp]] : []),
]
describe.each(kernels)('the kernel in %s', (_, warp) => {
  it.each([
    [1, 1],
    [1, 9],
    [9, 1],
    [2, 2],
    [7, 3],
    [131, 70],
  ])('leaves an image of %i × %i unchanged', (width, height) => {
    const image = speckled(width, height)
    expect(worstDifference(warp(image, identity, image), image)).toBe(0)
  })

  it('rotates and mirrors without blurring', () => {
    const image = speckled(90, 70)
    const [a, b, c, d] = frameQuad(image)
    const turned = warp(image, homographyBetween(frameQuad({ width: 70, height: 90 }), [d, a, b, c]), {
      width: 70,
      height: 90,
    })
    const back = warp(turned, homographyBetween(frameQuad(image), quadAt('70,0 70,90 0,90 0,0')), image)
    expect(worstDifference(turned, image)).toBeGreaterThan(100)
    expect(worstDifference(back, image)).toBe(0)
  })

  it('puts pixel centres at half pixels and repeats the border outside', () => {
    const image = { width: 2, height: 1, data: Uint8Array.from([0, 0, 0, 200, 200, 200]) }
    const { data } = warp(image, [0.5, 0, -1, 0, 1, 0, 0, 0, 1], { width: 8, height: 1 })
    const seen = Array.from({ length: 8 }, (_, i) => data[i * 3])
    expect(seen).toEqual([0, 0, 0, 50, 150, 200, 200, 200])
  })

  it('agrees with OpenCV on a photograph', async () => {
    const picture = await photographDocument({
      seed: 5,
      width: 640,
      height: 480,
      page: 'invoice',
      coverage: 0.5,
    })
    const image = await openCodec({ pixelsMax: 1_000_000 }).decodeWhole(picture.jpeg)
    const size = { width: 420, height: 594 }
    const map = homographyBetween(frameQuad(size), picture.corners!)
    const ours = warp(image, map, size)
    const theirs = await warpByOpenCv(image, map, size)
    const off =
      ours.data.reduce((sum, value, i) => sum + Math.abs(value - theirs.data[i]!), 0) / ours.data.length
    expect(off).toBeLessThan(0.5)
    expect(worstDifference(ours, theirs)).toBeLessThan(12)
  })

  it('reduces fine lines to grey, not to moiré', () => {
    const lines = { width: 900, height: 900, data: new Uint8Array(900 * 900 * 3) }
    for (let i = 0; i < lines.data.length; i++) lines.data[i] = Math.floor(i / 3) % 2 === 0 ? 0 : 255
    for (const side of [560, 410, 350, 260]) {
      const size = { width: side, height: side }
      const { data } = warp(lines, homographyBetween(frameQuad(size), frameQuad(lines)), size)
      const mean = data.reduce((sum, value) => sum + value, 0) / data.length
      const contrast = Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length)
      expect(mean).toBeCloseTo(127.5, 0)
      // One sample per pixel leaves 73 to 75.
      expect(contrast).toBeLessThan(30)
    }
  })

  it('takes a flat page from where a lattice of shifts says that it lies', () => {
    const ramp = { width: 200, height: 160, data: new Uint8Array(200 * 160 * 3) }
    for (let i = 0; i < 200 * 160; i++) ramp.data.set([i % 200, Math.floor(i / 200), 7], 3 * i)
    const { columns, rows } = latticeSize({ width: 100, height: 90 })
    // Rises by a quarter of a pixel per column, and falls by half a pixel per row, about a place further in.
    const lattice = Float32Array.from({ length: 2 * columns * rows }, (_, i) => {
      const node = i >> 1
      return i % 2 === 0 ? 30 + (node % columns) * 4 : 40 - Math.floor(node / columns) * 8
    })
    const { data } = warp(ramp, identity, { width: 100, height: 90, lattice })
    for (const [x, y] of [
      [0, 0],
      [15, 16],
      [16, 15],
      [99, 89],
      [63, 64],
    ] as const) {
      const at = 3 * (y * 100 + x)
      expect(Math.abs(data[at]! - (x + 30 + (x + 0.5) / 4))).toBeLessThan(1)
      expect(Math.abs(data[at + 1]! - (y + 40 - (y + 0.5) / 2))).toBeLessThan(1)
    }
  })

  it('leaves a page as it is where a lattice shifts nothing, also when it is reduced', () => {
    const image = speckled(131, 170)
    for (const size of [
      { width: 131, height: 170 },
      { width: 40, height: 33 },
    ]) {
      const { columns, rows } = latticeSize(size)
      const map = homographyBetween(frameQuad(size), frameQuad(image))
      const none = new Float32Array(2 * columns * rows)
      expect(
        worstDifference(warp(image, map, { ...size, lattice: none }), warp(image, map, size)),
      ).toBeLessThanOrEqual(1)
    }
  })

  it('refuses a lattice of another size', () => {
    expect(() =>
      warp(speckled(4, 4), identity, { width: 4, height: 4, lattice: new Float32Array(6) }),
    ).toThrow(RangeError)
  })

  it('survives a degenerate map', () => {
    for (const value of [0, NaN, Infinity, 1e300]) {
      const map = Array.from({ length: 9 }, () => value) as unknown as Homography
      const size = { width: 70, height: 3 }
      expect(warp(speckled(9, 9), map, size).data).toHaveLength(630)
      const lattice = new Float32Array(2 * 6 * 2).fill(value)
      expect(warp(speckled(9, 9), identity, { ...size, lattice }).data).toHaveLength(630)
    }
  })
})

it.runIf(native)('gives the same pixels in both languages, whatever the sizes and the quad', () => {
  const size = fc.record({ width: fc.integer({ min: 1, max: 80 }), height: fc.integer({ min: 1, max: 80 }) })
  fc.assert(
    fc.property(
      size,
      size,
      fc.record({ quad: anyConvexQuad, bent: fc.boolean() }),
      (from, to, { quad, bent }) => {
        const image = speckled(from.width, from.height)
        const map = homographyBetween(frameQuad(to), within(quad, image))
        const result = bent ? { ...to, lattice: someLattice(to) } : to
        expect(
          worstDifference(native!(image, map, result), portable(image, map, result)),
        ).toBeLessThanOrEqual(levels)
      },
    ),
    { numRuns: 200, endOnFailure: true },
  )
})

it.runIf(native)('refuses an image whose size and bytes disagree', () => {
  const size = { width: 4, height: 4 }
  for (const image of [
    { width: 10, height: 10, data: new Uint8Array(299) },
    { width: -1, height: -1, data: new Uint8Array(3) },
    { width: 65_536, height: 65_536, data: new Uint8Array(0) },
    { width: 0, height: 4, data: new Uint8Array(0) },
    { width: 1, height: 1, data: new Float32Array(3) as unknown as Uint8Array },
  ]) {
    expect(() => native!(image, identity, size)).toThrow(RangeError)
  }
  expect(() => native!(speckled(4, 4), [1, 2] as unknown as Homography, size)).toThrow(RangeError)
})

it('falls back to TypeScript when the kernel is missing or built for another machine', () => {
  const image = speckled(131, 70)
  for (const file of ['../../native/build/absent.node', '../../native/warp.cc']) {
    const { kernel, warp } = chooseWarp(new URL(file, import.meta.url))
    expect(kernel).toBe('portable')
    expect(worstDifference(warp(image, identity, image), image)).toBe(0)
  }
})

/** Shifts by up to three pixels, different everywhere. */
function someLattice(size: Size): Float32Array {
  const { columns, rows } = latticeSize(size)
  return Float32Array.from({ length: 2 * columns * rows }, (_, i) => 3 * Math.sin(i * 12.9898))
}

/** Scales an arbitrary quad, in and around a frame of 4500 pixels, to the image. */
function within(quad: Quad, { width, height }: Size): Quad {
  return quad.map(([x, y]) => [(x / 4500) * width, (y / 4500) * height] as const) as unknown as Quad
}

/** OpenCV puts a pixel's centre at its index and we half a pixel further, so the map is shifted on both sides. */
async function warpByOpenCv(image: RgbImage, map: Homography, size: Size): Promise<RgbImage> {
  const thenable = createRequire(import.meta.url)('@techstark/opencv-js') as {
    then: (done: (cv: typeof opencvModule) => void) => void
  }
  const { cv } = await new Promise<{ cv: typeof opencvModule }>((resolve) =>
    thenable.then((cv) => resolve({ cv })),
  )
  const from = new cv.Mat(image.height, image.width, cv.CV_8UC3)
  from.data.set(image.data)
  const to = new cv.Mat()
  const matrix = cv.matFromArray(3, 3, cv.CV_64F, betweenPixelIndices(map))
  const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP
  cv.warpPerspective(from, to, matrix, new cv.Size(size.width, size.height), flags, cv.BORDER_REPLICATE)
  return { ...size, data: new Uint8Array(to.data) }
}

function betweenPixelIndices([a, b, c, d, e, f, g, h, i]: Homography): number[] {
  const [x, y, w] = [(a + b) / 2 + c, (d + e) / 2 + f, (g + h) / 2 + i]
  return [a - g / 2, b - h / 2, x - w / 2, d - g / 2, e - h / 2, y - w / 2, g, h, w]
}
