import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, type Quad } from '@equerre/geometry/quad'
import { quadAt } from '@equerre/testkit/points'
import { createRandom } from '@equerre/testkit/pictures/random'
import { describe, expect, it } from 'vitest'
import type { RgbImage } from '../pixels.ts'
import { cornerShapeOf } from './card-corners.ts'

type Look = {
  readonly radiusMm: number
  readonly page?: number
  readonly table?: number
  readonly noise?: number
}

const preview = { width: 620, height: 450 }
const millimetres = { width: 85.6, height: 53.98 }
const lying = quadAt('90,70 520,88 540,375 70,350')

/** A page of one tone on a table of another, its corners rounded, with the sensor's noise. */
function photograph(quad: Quad, { radiusMm, page = 220, table = 90, noise = 10 }: Look): RgbImage {
  const random = createRandom(12)
  const onPage = homographyBetween(quad, frameQuad(millimetres))
  const data = new Uint8Array(preview.width * preview.height * 3)
  for (let at = 0; at < data.length; at += 3) {
    const pixel = at / 3
    const [column, row] = [pixel % preview.width, Math.floor(pixel / preview.width)]
    const inside = isInside(homographyApply(onPage, [column + 0.5, row + 0.5]), radiusMm)
    data.fill(Math.min(255, Math.max(0, (inside ? page : table) + random.between(-noise, noise))), at, at + 3)
  }
  return { ...preview, data }
}

function isInside([x, y]: readonly [number, number], radiusMm: number): boolean {
  const { width, height } = millimetres
  const [dx, dy] = [Math.abs(x - width / 2) - width / 2, Math.abs(y - height / 2) - height / 2]
  if (dx > 0 || dy > 0) return false
  const beyond = Math.hypot(Math.max(0, dx + radiusMm), Math.max(0, dy + radiusMm))
  return beyond <= radiusMm
}

describe('cornerShapeOf', () => {
  it('tells the rounded corners of a card from the square ones of a pad, in either direction of contrast', () => {
    for (const tones of [{}, { page: 60, table: 200 }]) {
      expect(cornerShapeOf(photograph(lying, { radiusMm: 3.18, ...tones }), lying)).toBe('round')
      expect(cornerShapeOf(photograph(lying, { radiusMm: 0, ...tones }), lying)).toBe('square')
    }
  })

  it('bears corners that are a pixel or two off', () => {
    const off = lying.map(([x, y], i) => [x + (i % 2 ? 2 : -1), y + (i < 2 ? 1 : -2)]) as unknown as Quad
    expect(cornerShapeOf(photograph(lying, { radiusMm: 3.18 }), off)).toBe('round')
    expect(cornerShapeOf(photograph(lying, { radiusMm: 0 }), off)).not.toBe('round')
  })

  it('says when it cannot see: a white card on a white table, or one too small', () => {
    const small = quadAt('90,70 290,75 295,200 88,198')
    expect(cornerShapeOf(photograph(lying, { radiusMm: 3.18, table: 212 }), lying)).toBe('unseen')
    expect(cornerShapeOf(photograph(small, { radiusMm: 3.18 }), small)).toBe('unseen')
  })
})
