import { boxQuad } from '@equerre/geometry/quad'
import { expect, it } from 'vitest'
import type { RgbImage } from '../pixels.ts'
import { warp } from '../rectify/warp.ts'
import type { Edge, Evidence } from './fit.ts'
import { sightOf, widerSight } from './flatten.ts'
import { withFarSides } from './judge.ts'

const size = { width: 900, height: 1200 }
const page = { left: 150, top: 100, right: 550, bottom: 1000 }

/** White paper on a dark table, whose left and right sides bulge by so many pixels to the right. */
function bulging(byLeft: number, byRight: number): RgbImage {
  const data = new Uint8Array(3 * size.width * size.height).fill(60)
  for (let y = page.top; y < page.bottom; y++) {
    const arch = Math.sin((Math.PI * (y - page.top)) / (page.bottom - page.top))
    const row = 3 * y * size.width
    data.fill(
      235,
      row + 3 * Math.round(page.left + byLeft * arch),
      row + 3 * Math.round(page.right + byRight * arch),
    )
  }
  return { ...size, data }
}

function sightIn(photo: RgbImage) {
  const lens = { focalPx: 1.2 * size.height, centre: [size.width / 2, size.height / 2] } as const
  const seen = { photo, quad: boxQuad(page), ratio: 400 / 900, lens }
  const near = sightOf(seen, warp)!
  return widerSight(near, seen, warp) ?? near
}

function edgesSeen(photo: RgbImage): number[] {
  const { evidence } = sightIn(photo)
  return [0, 1, 2, 3].map((side) => evidence.edges.filter((edge) => edge.side === side).length)
}

it('takes of a wider look only sides that were missed and bend far', () => {
  const { flat } = sightIn(bulging(0, 0))
  const along = (side: Edge['side'], x: number): Evidence => ({
    lines: [],
    plumb: [],
    network: null,
    edges: [{ seen: [x, 0.3], side, sd: 1e-3 }],
  })
  const near = along(3, 0.001)
  const found = (far: Evidence) => withFarSides(flat, near, far).edges
  expect(found(along(1, flat.width + 0.06))).toHaveLength(2)
  expect(found(along(1, flat.width + 0.02))).toEqual(near.edges)
  expect(found(along(1, flat.width - 0.06))).toHaveLength(2)
  expect(found(along(3, -0.06))).toEqual(near.edges)
})

it('looks further for a side that bends far, where another one shows that the sheet bends', () => {
  for (const seen of edgesSeen(bulging(20, 130))) expect(seen).toBeGreaterThan(60)
  for (const seen of edgesSeen(bulging(20, 40))) expect(seen).toBeGreaterThan(60)
  for (const seen of edgesSeen(bulging(20, -130))) expect(seen).toBeGreaterThan(60)
  expect(edgesSeen(bulging(0, 130))[1]).toBe(0)
})
