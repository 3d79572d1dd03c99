import { quadIou } from '@equerre/geometry/quad'
import type { PreviewQuad, WorkQuad } from '@equerre/geometry/spaces'
import { describe, expect, it } from 'vitest'
import { fillZone } from '../../draw.ts'
import { refineSides } from './refine.ts'

const page: WorkQuad = [[60, 40], [250, 52], [240, 200], [48, 190]] // prettier-ignore
const gray = fillZone({ width: 320, height: 240 }, page as unknown as PreviewQuad)

describe('refineSides', () => {
  it('moves a rough quad onto the edges', () => {
    const rough: WorkQuad = [[63, 37], [247, 55], [243, 197], [50, 193]] // prettier-ignore
    const refined = refineSides(gray, rough)!
    expect(quadIou(rough, page)).toBeLessThan(0.97)
    expect(quadIou(refined, page)).toBeGreaterThan(0.995)
  })

  it('is not drawn away by marks near a side', () => {
    const marked = { ...gray, data: new Uint8Array(gray.data) }
    for (let x = 100; x < 130; x++) for (let y = 48; y < 51; y++) marked.data[y * 320 + x] = 0
    expect(quadIou(refineSides(marked, page)!, page)).toBeGreaterThan(0.99)
  })

  it('gives up where there is no edge', () => {
    expect(refineSides({ ...gray, data: new Uint8Array(gray.data.length) }, page)).toBeNull()
  })
})
