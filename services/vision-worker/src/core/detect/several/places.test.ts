import { boxQuad, quadIou } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import { describe, expect, it } from 'vitest'
import type { RgbImage } from '../../pixels.ts'
import { cellPx, type NetworkMaps } from '../network/maps.ts'
import { hasOthersBeside } from './beside.ts'
import { withBand } from './grow.ts'
import { placesAmong, weighedSeeds } from './places.ts'
import { withoutShadow } from './shrink.ts'

type Box = readonly [left: number, top: number, right: number, bottom: number]
type Colour = readonly [number, number, number]
const size = { width: 400, height: 300 }
const paper: Colour = [240, 240, 236]

const quadOf = ([left, top, right, bottom]: Box) =>
  boxQuad({ left, top, right, bottom }) as unknown as WorkQuad

/** A dark table with boxes on it. */
function tableWith(boxes: readonly { readonly box: Box; readonly colour?: Colour }[]): RgbImage {
  const data = new Uint8Array(3 * size.width * size.height).fill(60)
  for (const { box, colour = paper } of boxes) {
    const [left, top, right, bottom] = box
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) data.set(colour, 3 * (row * size.width + column))
  }
  return { ...size, data }
}

/** Maps of a network that sees exactly these boxes. */
function mapsOf(boxes: readonly Box[]) {
  const [columns, rows] = [size.width / cellPx, size.height / cellPx]
  const inside = Float32Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [((at % columns) + 0.5) * cellPx, (Math.floor(at / columns) + 0.5) * cellPx]
    return boxes.some(([l, t, r, b]) => x > l && x < r && y > t && y < b) ? 1 : 0
  })
  const maps: NetworkMaps = { columns, rows, inside, corner: inside, side: inside }
  return { maps, scale: 1 }
}

const left: Box = [40, 60, 160, 240]
const right: Box = [180, 60, 300, 240]
const around: Box = [40, 60, 300, 240]

describe('places', () => {
  const image = tableWith([{ box: left }, { box: right }])
  const seedsOf = (...boxes: Box[]) => weighedSeeds(boxes.map(quadOf), mapsOf([left, right]), image)

  it('are two where two documents lie side by side, and never the quad around both', () => {
    const places = placesAmong(seedsOf(around, left, right), 12)
    expect(places.map(({ quad }) => quad)).toEqual([quadOf(left), quadOf(right)])
  })

  it('are one where a document’s parts have edges of their own', () => {
    const whole = seedsOf(left, [40, 60, 160, 120], [40, 120, 160, 240])
    expect(placesAmong(whole, 12).map(({ quad }) => quad)).toEqual([quadOf(left)])
  })

  it('lie apart from those taken before, which count', () => {
    const [first, second] = placesAmong(seedsOf(left, right), 12)
    expect(placesAmong(seedsOf(around, left, right), 12, [second!]).map(({ quad }) => quad)).toEqual([
      quadOf(right),
      quadOf(left),
    ])
    expect(placesAmong(seedsOf(left, right), 1, [first!])).toEqual([first])
  })

  it('are none where the network sees nothing or no edge runs', () => {
    expect(seedsOf([310, 60, 390, 240])).toEqual([])
    expect(seedsOf([70, 90, 130, 210])).toEqual([])
  })
})

describe('withBand', () => {
  const body: Box = [100, 100, 260, 200]
  const whole: Box = [100, 70, 260, 200]

  it('adds a card’s coloured header, unless something else lies there', () => {
    const image = tableWith([{ box: body }, { box: [100, 70, 260, 100], colour: [36, 56, 170] }])
    expect(
      quadIou(
        withBand(image, quadOf(body), () => true),
        quadOf(whole),
      ),
    ).toBeGreaterThan(0.97)
    expect(withBand(image, quadOf(body), () => false)).toEqual(quadOf(body))
  })

  it('adds neither table, nor a shadow cast aside, nor a neighbour that is wider', () => {
    const alone = tableWith([{ box: body }])
    expect(withBand(alone, quadOf(body), () => true)).toEqual(quadOf(body))
    const shadowed = tableWith([{ box: [112, 112, 272, 212], colour: [30, 30, 30] }, { box: body }])
    expect(withBand(shadowed, quadOf(body), () => true)).toEqual(quadOf(body))
    const above = tableWith([{ box: [60, 60, 300, 100], colour: [36, 56, 170] }, { box: body }])
    expect(withBand(above, quadOf(body), () => true)).toEqual(quadOf(body))
  })
})

describe('withoutShadow', () => {
  const card: Box = [100, 100, 260, 200]
  const shadowed: Box = [100, 100, 270, 200]
  const ground: Colour = [150, 140, 120]
  const darker = (share: number) => ground.map((level) => Math.round(share * level)) as unknown as Colour
  /** A strip beside the card, as dark as its shadow, whose border is so many pixels wide. */
  const table = (softPx: number) => {
    const columns = Array.from({ length: 10 + softPx }, (_, i): { box: Box; colour: Colour } => ({
      box: [260 + i, 100, 261 + i, 200],
      colour: darker(0.65 + 0.35 * Math.min(1, Math.max(0, (i - 10 + softPx / 2) / softPx))),
    }))
    const whole: Box = [0, 0, size.width, size.height]
    return tableWith([{ box: whole, colour: ground }, { box: card }, ...columns])
  }

  it('leaves out a strip with a soft border, of the ground’s colour but darker', () => {
    const found = withoutShadow(table(8), quadOf(shadowed))
    expect(quadIou(found, quadOf(card))).toBeGreaterThan(0.98)
  })

  it('keeps paper whose border is soft, though something the ground’s colour is printed near it', () => {
    const soft = Array.from({ length: 8 }, (_, i): { box: Box; colour: Colour } => {
      const share = i / 8
      const colour = paper.map((level, c) => Math.round(level + share * (ground[c]! - level)))
      return { box: [256 + i, 100, 257 + i, 200], colour: colour as unknown as Colour }
    })
    const bar = { box: [226, 100, 244, 200] as Box, colour: darker(0.65) }
    const ofTable = { box: [0, 0, size.width, size.height] as Box, colour: ground }
    const image = tableWith([ofTable, { box: card }, bar, ...soft])
    expect(withoutShadow(image, quadOf(card))).toEqual(quadOf(card))
  })

  it('keeps a card’s header, whose border is sharp, and a card without a shadow', () => {
    expect(withoutShadow(table(1), quadOf(shadowed))).toEqual(quadOf(shadowed))
    expect(withoutShadow(table(8), quadOf(card))).toEqual(quadOf(card))
  })
})

describe('hasOthersBeside', () => {
  const boxes: Box[] = [
    [20, 60, 120, 240],
    [150, 60, 250, 240],
    [280, 60, 370, 240],
  ]
  const [one, ...others] = boxes.map(quadOf)
  const table = (...shown: Box[]) => tableWith(shown.map((box) => ({ box })))

  it('is true of outlines of a document’s size that have edges all around', () => {
    expect(hasOthersBeside(one!, others, table(...boxes))).toBe(true)
  })

  it('is false of a single one, of what has no edges, of small ones and of parts', () => {
    expect(hasOthersBeside(one!, others.slice(1), table(...boxes))).toBe(false)
    expect(hasOthersBeside(one!, others, table(boxes[0]!, boxes[1]!))).toBe(false)
    const keys: Box[] = [
      [180, 60, 210, 90],
      [240, 60, 270, 90],
    ]
    expect(hasOthersBeside(one!, keys.map(quadOf), table(boxes[0]!, ...keys))).toBe(false)
    const cells: Box[] = [
      [30, 70, 110, 140],
      [30, 160, 110, 230],
    ]
    const form = tableWith([
      { box: boxes[0]! },
      ...cells.map((box) => ({ box, colour: [120, 120, 120] as const })),
    ])
    expect(hasOthersBeside(one!, cells.map(quadOf), form)).toBe(false)
  })
})
