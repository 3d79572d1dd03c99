import type { Point } from '@equerre/geometry/point'
import { boxQuad, type Quad } from '@equerre/geometry/quad'
import { describe, expect, it } from 'vitest'
import { pictureOf, type PdfMark } from './pdf-picture.ts'

const page = { widthPt: 600, heightPt: 800 }
const box = ([left, top]: Point, [right, bottom]: Point): Quad => boxQuad({ left, top, right, bottom })
const image = (corners: Quad, bitonal = false, pixelsPerPt = 2): PdfMark => ({
  what: 'image',
  corners,
  pixelsPerPt,
  pixels: 1_000_000,
  bitonal,
  jpeg2000: false,
})
const ink = (corners: Quad, white = false): PdfMark => ({ what: 'ink', corners, white })
const whole = box([0, 0], [600, 800])

describe('pictureOf', () => {
  it('is the one image, cropped to the page, or surrounded by bare paper', () => {
    expect(pictureOf([image(box([-20, -20], [620, 820]))], page)?.box).toEqual({
      left: 0,
      top: 0,
      right: 600,
      bottom: 800,
    })
    expect(pictureOf([image(box([50, 100], [550, 600]))], page)?.box).toEqual({
      left: 50,
      top: 100,
      right: 550,
      bottom: 600,
    })
    expect(pictureOf([image(box([700, 0], [900, 800]))], page)).toBeNull()
    expect(pictureOf([], page)).toBeNull()
  })

  it('combines strips, and layers at the resolution of the densest, or of the mask that shows one over another', () => {
    const strips = [0, 200, 400, 600].map((top) => image(box([0, top], [600, top + 200])))
    expect(pictureOf(strips, page)?.box).toEqual({ left: 0, top: 0, right: 600, bottom: 800 })
    const layers = [image(whole, false, 1), image(box([80, 80], [400, 300]), true, 8)]
    expect(pictureOf(layers, page)).toMatchObject({ pixelsPerPt: 8, bitonal: false })
    const masked = [image(whole, false, 2), image(box([0, 0], [602, 803]), false, 1)]
    expect(pictureOf(masked, page)?.pixelsPerPt).toBeCloseTo(300 / 72)
    expect(pictureOf([image(whole, true), image(box([0, 0], [90, 90]), true)], page)?.bitonal).toBe(true)
  })

  it('is none when paper shows between images', () => {
    expect(pictureOf([image(box([50, 50], [550, 380])), image(box([50, 420], [550, 750]))], page)).toBeNull()
  })

  it('is none when anything else is visible: text over it or beside it', () => {
    expect(pictureOf([image(whole), ink(box([100, 100], [300, 120]))], page)).toBeNull()
    expect(pictureOf([ink(box([100, 20], [300, 40])), image(box([0, 100], [600, 700]))], page)).toBeNull()
    expect(pictureOf([image(whole), ink(box([100, 100], [300, 120]), true)], page)).toBeNull()
  })

  it('hides what was drawn before it, and may lie on a white background', () => {
    expect(pictureOf([ink(box([100, 100], [300, 120])), image(whole)], page)).not.toBeNull()
    expect(pictureOf([ink(whole, true), image(box([0, 100], [600, 700]))], page)).not.toBeNull()
  })
})
