import type { Size } from '@equerre/geometry/spaces'
import { describe, expect, it } from 'vitest'
import { networkPicture, networkPlaces, networkSize, seenIn } from './network.ts'

const portrait = { left: 60, top: 60, width: 420, height: 600 }
const landscape = { left: 60, top: 60, width: 600, height: 420 }

/** Grey levels that rise by so much from pixel to pixel, to the right and downwards. */
function ramp({ width, height }: Size, across = 0.2, down = 0.1) {
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++)
    data[at] = Math.floor(across * (at % width) + down * Math.floor(at / width))
  return { width, height, data }
}

const pixel = (picture: Float32Array, x: number, y: number) => picture[y * networkSize.width + x]!

describe('the picture for the network', () => {
  it('shows the page in its middle, and what is around it', () => {
    const picture = networkPicture(ramp({ width: 540, height: 720 }), portrait)
    // The middles of these pixels lie at 60 + (x + 0.5 - 32) × 420 / 224 and 60 + (y + 0.5 - 32) × 600 / 320.
    for (const [x, y] of [
      [40, 40],
      [144, 192],
      [250, 350],
    ] as const) {
      const [column, row] = [60 + (x + 0.5 - 32) * 1.875, 60 + (y + 0.5 - 32) * 1.875]
      // Each level is rounded down, by half a level on average.
      expect(Math.abs(pixel(picture, x, y) - (0.2 * (column - 0.5) + 0.1 * (row - 0.5) - 0.5))).toBeLessThan(
        0.5,
      )
    }
  })

  it('shows a page that lies with its longer side running down', () => {
    const lying = networkPicture(ramp({ width: 720, height: 540 }, 0.1, 0.2), landscape)
    expect(lying).toEqual(networkPicture(ramp({ width: 540, height: 720 }), portrait))
  })

  it('repeats the last pixels where nothing more was looked at', () => {
    const data = new Uint8Array(640 * 660).map((_, at) => (at % 640 === 639 ? 250 : 100))
    const picture = networkPicture(
      { width: 640, height: 660, data },
      { left: 10, top: 10, width: 620, height: 640 },
    )
    expect(pixel(picture, networkSize.width - 1, 100)).toBe(250)
    expect(pixel(picture, networkSize.width - 60, 100)).toBe(100)
  })
})

describe('the network’s answer', () => {
  const count = networkPlaces.rows * networkPlaces.columns
  const all = (value: number) => new Float32Array(count).fill(value)
  const answer = {
    shifts: [all(22.4), all(-16)],
    scales: [all(1), all(2)],
    bent: 1,
  } as const

  it('moves what is seen to where it belongs', () => {
    const { places } = seenIn(answer, portrait)
    expect(places).toHaveLength(count)
    const diagonal = Math.hypot(420, 600)
    const [first] = places
    expect(first!.seen[0]).toBeCloseTo((0.5 / 14) * (420 / diagonal), 6)
    expect(first!.seen[1]).toBeCloseTo((0.5 / 20) * (600 / diagonal), 6)
    expect(first!.flat[0]).toBeCloseTo(0.5 / 14 + 0.1, 6)
    expect(first!.flat[1]).toBeCloseTo(0.5 / 20 - 0.05, 6)
    expect(first!.sd[0]).toBeCloseTo((Math.SQRT2 / 224) * (420 / diagonal), 6)
    expect(first!.sd[1]).toBeCloseTo(((2 * Math.SQRT2) / 320) * (600 / diagonal), 6)
  })

  it('is turned with a page that lies', () => {
    const [upright, lying] = [seenIn(answer, portrait).places, seenIn(answer, landscape).places]
    const swapped = upright.map(({ seen, flat, sd }) => ({
      seen: [seen[1], seen[0]],
      flat: [flat[1], flat[0]],
      sd: [sd[1], sd[0]],
    }))
    expect(lying).toEqual(swapped)
  })
})
