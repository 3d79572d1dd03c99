import type { Size } from '@equerre/geometry/spaces'
import { photographBent } from '@equerre/testkit/pictures/bent'
import { createRandom } from '@equerre/testkit/pictures/random'
import { createRaster, fillRectangle } from '@equerre/testkit/pictures/raster'
import { describe, expect, it } from 'vitest'
import { warp } from '../rectify/warp.ts'
import { evidenceIn } from './evidence.ts'
import { lineSteps } from './lines.ts'
import { lookAt } from './look.ts'

const page: Size = { width: 400, height: 560 }

/** Dark lines of print, which sink by `slope` pixels for every pixel to the right. */
function printed(slope: number) {
  const data = new Uint8Array(page.width * page.height)
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [at % page.width, Math.floor(at / page.width)]
    const row = y - slope * (x - page.width / 2)
    // Uneven gaps, as between paragraphs.
    data[at] = 150 + 50 * Math.sin(row / 2.1) + 40 * Math.sin(row / 7.3)
  }
  return { ...page, data }
}

describe('lines', () => {
  it.each([0, 0.02, -0.05])('are followed at a slope of %f', (slope) => {
    const steps = lineSteps(printed(slope), { left: 0, top: 0, ...page })
    expect(steps.length).toBeGreaterThan(300)
    const slopes = steps.map(({ x, y }) => (y[1] - y[0]) / (x[1] - x[0])).toSorted((a, b) => a - b)
    for (const share of [0.1, 0.5, 0.9])
      expect(slopes[Math.floor(share * slopes.length)]).toBeCloseTo(slope, 2)
  })

  it('are not seen on an empty page, nor in noise', () => {
    const empty = { ...page, data: new Uint8Array(page.width * page.height).fill(240) }
    expect(lineSteps(empty, { left: 0, top: 0, ...page })).toEqual([])
    const random = createRandom(5)
    const noise = { ...empty, data: empty.data.map(() => random.integer(0, 255)) }
    expect(lineSteps(noise, { left: 0, top: 0, ...page }).length).toBeLessThan(15)
  })
})

it('follows the edges of a blank sheet that curls, where they are', () => {
  const sheet = createRaster(700, 990, [245, 244, 240])
  fillRectangle(sheet, { x: 100, y: 100, width: 30, height: 30 }, [40, 40, 40])
  const scene = { seed: 12, bend: 'curl', width: 900, height: 1200, background: 'wood' } as const
  const shot = photographBent(sheet, scene)
  const size = { width: 0.577, height: 0.816 }
  const { edges } = evidenceIn(lookAt(shot.photo, { quad: shot.corners, size }, warp))
  const sides = [0, 1, 2, 3].map((side) => edges.filter((edge) => edge.side === side))
  for (const side of sides) expect(side.length).toBeGreaterThan(60)
  const bulge = Math.max(
    ...edges.map(({ side, seen: [x, y] }) => Math.abs([y, x - size.width, y - size.height, x][side]!)),
  )
  expect(bulge).toBeGreaterThan(0.008)
})
