import { quadAt } from '@equerre/testkit/points'
import { pointBetween, pointDistance, type Point } from '@equerre/geometry/point'
import { quadIou, type Quad } from '@equerre/geometry/quad'
import { paintBackground } from '@equerre/testkit/pictures/background'
import { pastePage } from '@equerre/testkit/pictures/camera'
import { drawPage } from '@equerre/testkit/pictures/page'
import { createRandom, type Random } from '@equerre/testkit/pictures/random'
import {
  createRaster,
  fillQuad,
  fillRectangle,
  type Colour,
  type Raster,
} from '@equerre/testkit/pictures/raster'
import { describe, expect, it } from 'vitest'
import { snapSides } from './snap-sides.ts'

const size = { width: 1000, height: 800 }
const diagonal = Math.hypot(size.width, size.height)
const paper: Colour = [238, 236, 230]
const table: Colour = [60, 42, 28]
const page: Quad = quadAt('230,110 770,135 800,690 200,660')

/** A sheet filling three quarters of the picture, on a wooden table; `draw` prints on it before it is laid down. */
function sheet(draw: (flat: Raster, random: Random) => void): Raster {
  const random = createRandom(1)
  const photo = createRaster(size.width, size.height, [128, 128, 128])
  paintBackground(photo, 'wood', random)
  const flat = createRaster(560, 560, paper)
  draw(flat, random)
  pastePage(photo, flat, page)
  return grained(photo, random, 4)
}

function grained(photo: Raster, random: Random, noise: number): Raster {
  for (let at = 0; at < photo.data.length; at++) {
    photo.data[at] = Math.max(0, Math.min(255, photo.data[at]! + random.between(-noise, noise)))
  }
  return photo
}

const straightSheets: Readonly<Record<string, () => Raster>> = {
  'a letter on wood': () => sheet((flat, random) => flat.data.set(drawPage('letter', 560, 560)(random).data)),
  'white on white, five levels apart, in noise of eight': () => {
    const photo = createRaster(size.width, size.height, [221, 220, 218])
    fillQuad(photo, page, [226, 225, 223])
    return grained(photo, createRandom(1), 8)
  },
  'a frame printed near the border': () =>
    sheet((flat) => {
      fillRectangle(flat, { x: 8, y: 8, width: 544, height: 544 }, [20, 20, 30])
      fillRectangle(flat, { x: 11, y: 11, width: 538, height: 538 }, paper)
    }),
  'text close to the sides': () =>
    sheet((flat, random) => {
      for (let y = 7; y < 545; y += 14) {
        for (let x = 6; x < 550; x += random.integer(6, 12)) {
          fillRectangle(flat, { x, y, width: random.integer(3, 8), height: 6 }, [25, 25, 30])
        }
      }
    }),
  'a shadow beside two sides': () => {
    const photo = sheet(() => {})
    const [a, b, c] = page
    paintAlong(photo, [a, b], { from: 1, to: 14, colour: [28, 28, 28] })
    paintAlong(photo, [b, c], { from: 1, to: 14, colour: [28, 28, 28] })
    return photo
  },
}

/** Sheets whose sides are not straight lines between corners, or with more paper beside them. */
const oddSheets: Readonly<Record<string, () => Raster>> = {
  'a sheet on a pile': () => {
    const photo = sheet(() => {})
    const [a, b, c, d] = page
    paintAlong(photo, [b, c], { from: 2, to: 60, colour: [225, 224, 218] })
    paintAlong(photo, [d, a], { from: 9, to: 60, colour: [238, 236, 230] })
    return photo
  },
  'a sheet worn away along a side, except at its corners': () => {
    const photo = sheet(() => {})
    const [a, b] = page
    const worn = (t: number) => Math.min(1, Math.max(0, 20 * (Math.min(t, 1 - t) - 0.08)))
    paintAlong(photo, [a, b], { from: -13, to: 0, colour: table, height: worn })
    return photo
  },
  'a page comb-bound to another one': () => {
    const photo = sheet(() => {})
    const [a, b] = page
    paintAlong(photo, [a, b], { from: 0, to: 60, colour: [200, 199, 195] })
    const teeth = (t: number) => (Math.floor(36 * t) % 2 === 0 ? 1 : 0)
    paintAlong(photo, [a, b], { from: -14, to: 0, colour: [25, 25, 25], height: teeth })
    return photo
  },
  'a sheet with another one sticking out below it, except at a corner': () => {
    const photo = sheet(() => {})
    const [, , c, d] = page
    const wedge = (t: number) => (t < 0.95 ? t : 0)
    paintAlong(photo, [c, d], { from: 0, to: 15, colour: paper, height: wedge })
    return photo
  },
  'a dark band printed along a side': () =>
    sheet((flat) => fillRectangle(flat, { x: 0, y: 5, width: 560, height: 11 }, table)),
  'a dark picture printed along a side, on a grey table': () => {
    const photo = createRaster(size.width, size.height, [120, 120, 120])
    const flat = createRaster(560, 560, paper)
    fillRectangle(flat, { x: 0, y: 9, width: 560, height: 60 }, [30, 30, 30])
    pastePage(photo, flat, page)
    return grained(photo, createRandom(1), 4)
  },
  'a curled sheet with two bent sides': () => {
    const photo = sheet(() => {})
    const [a, b, c, d] = page
    const arc = (t: number) => 4 * t * (1 - t)
    paintAlong(photo, [a, b], { from: 0, to: 16, colour: paper, height: arc })
    paintAlong(photo, [c, d], { from: 0, to: 12, colour: paper, height: arc })
    return photo
  },
}

type Band = {
  readonly from: number
  readonly to: number
  readonly colour: Colour
  /** Scales the band's distances at a place along the side. */
  readonly height?: (along: number) => number
}

/** Paints a band along a side, between two distances outside it, in pixels. */
function paintAlong(photo: Raster, [a, b]: readonly [Point, Point], band: Band): void {
  const length = pointDistance(a, b)
  const normal: Point = [(b[1] - a[1]) / length, (a[0] - b[0]) / length]
  for (let i = 0; i < 4 * length; i++) {
    const [x, y] = pointBetween(a, b, i / (4 * length))
    const to = band.to * (band.height?.(i / (4 * length)) ?? 1)
    const from = band.from * Math.min(1, band.height?.(i / (4 * length)) ?? 1)
    for (let off = from; off < to; off += 0.25) {
      const at = 3 * (Math.floor(y + normal[1] * off) * photo.width + Math.floor(x + normal[0] * off))
      photo.data.set(band.colour, at)
    }
  }
}

/** Moves each corner by a share of the diagonal, in a direction that depends on the seed. */
function roughly(quad: Quad, share: number, seed: number): Quad {
  const random = createRandom(seed)
  return quad.map(([x, y]): Point => {
    const angle = random.between(0, 2 * Math.PI)
    return [x + share * diagonal * Math.cos(angle), y + share * diagonal * Math.sin(angle)]
  }) as unknown as Quad
}

const seeds = [1, 2, 3, 4]

describe.each(Object.entries(straightSheets))('%s', (_, paint) => {
  const photo = paint()

  it('keeps correct sides', () => {
    expect(quadIou(snapSides(photo, page).quad, page)).toBeGreaterThan(0.997)
  })

  it.each(seeds)('corrects sides that are half a percent of the diagonal off (start %i)', (seed) => {
    const start = roughly(page, 0.005, seed)
    expect(quadIou(start, page)).toBeLessThan(0.991)
    expect(quadIou(snapSides(photo, start).quad, page)).toBeGreaterThan(0.995)
  })
})

describe.each(Object.entries({ ...straightSheets, ...oddSheets }))('%s', (_, paint) => {
  const photo = paint()

  it.each(seeds)('never gets worse, from near or far (start %i)', (seed) => {
    for (const share of [0, 0.005, 0.014]) {
      const start = roughly(page, share, seed)
      expect(quadIou(snapSides(photo, start).quad, page)).toBeGreaterThan(quadIou(start, page) - 0.005)
    }
  })
})

it('reports what became of each side', () => {
  const photo = oddSheets['a curled sheet with two bent sides']!()
  const { verdicts } = snapSides(photo, roughly(page, 0.004, 3))
  expect(verdicts).toEqual(['bent', 'moved', 'bent', 'moved'])
  const onWood = straightSheets['a letter on wood']!()
  const up = 0.0165 * diagonal
  const [first, second, c, d] = page
  const raised = ([x, y]: Point): Point => [x, y - up]
  const high: Quad = [raised(first), raised(second), c, d]
  expect(snapSides(onWood, high).verdicts[0]).toBe('far')
  const [b] = page.slice(1)
  paintAlong(onWood, [page[0], b!], {
    from: 0,
    to: 3,
    colour: paper,
    height: (t) => (t > 0.4 && t < 0.7 ? 1 : 0),
  })
  expect(snapSides(onWood, page).verdicts[0]).toBe('ragged')
  const frame: Quad = quadAt('0,0 1000,0 1000,800 0,800')
  expect(snapSides(photo, frame)).toEqual({ quad: frame, verdicts: ['unseen', 'unseen', 'unseen', 'unseen'] })
  const blank = createRaster(size.width, size.height, paper)
  expect(snapSides(blank, page)).toEqual({ quad: page, verdicts: ['faint', 'faint', 'faint', 'faint'] })
})
