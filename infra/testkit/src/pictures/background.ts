import { createNoise, type Random } from './random.ts'
import { fillQuad, type Colour, type Raster } from './raster.ts'
import type { Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'

export const backgroundKinds = ['plain', 'wood', 'fabric', 'marble', 'tiles', 'pale'] as const
export type BackgroundKind = (typeof backgroundKinds)[number]

/** Weight of the second colour at a place; `x` and `y` run from 0 to 1 along the long side. */
type Texture = (x: number, y: number) => number

/** Covers the whole raster with a surface that a document could lie on. */
export function paintBackground(raster: Raster, kind: BackgroundKind, random: Random): void {
  const { first, second, texture } = surfaces[kind](random)
  const long = Math.max(raster.width, raster.height)
  for (let row = 0, at = 0; row < raster.height; row++) {
    for (let column = 0; column < raster.width; column++, at += 3) {
      const share = texture(column / long, row / long)
      for (let c = 0; c < 3; c++) raster.data[at + c] = first[c]! + (second[c]! - first[c]!) * share
    }
  }
}

/** Scatters pens, coins and sticky notes; the document may cover them. */
export function scatterThings(raster: Raster, count: number, random: Random): void {
  const long = Math.max(raster.width, raster.height)
  for (let i = 0; i < count; i++) {
    const thin = random.chance(0.6)
    const length = long * (thin ? random.between(0.15, 0.4) : random.between(0.03, 0.09))
    const breadth = thin ? length * random.between(0.03, 0.07) : length * random.between(0.7, 1)
    const colour = [random.integer(10, 230), random.integer(10, 230), random.integer(10, 230)] as const
    const place: Point = [random.between(0, raster.width), random.between(0, raster.height)]
    fillQuad(raster, turnedRectangle(place, [length, breadth], random.between(0, Math.PI)), colour)
  }
}

/**
 * Lays large flat things under the scene: a desk mat, a tray, the edge of the table. None of them is a
 * document.
 */
export function layUnderlays(raster: Raster, count: number, random: Random): void {
  for (let i = 0; i < count; i++) {
    const grey = random.between(15, 225)
    const colour = [grey + random.between(-30, 30), grey, grey + random.between(-30, 30)].map((value) =>
      Math.min(255, Math.max(0, value)),
    ) as unknown as Colour
    const place: Point = [random.between(0, raster.width), random.between(0, raster.height)]
    const size: Point = [raster.width * random.between(0.5, 1.6), raster.height * random.between(0.5, 1.6)]
    fillQuad(raster, turnedRectangle(place, size, random.between(-0.5, 0.5)), colour)
  }
}

function turnedRectangle([x, y]: Point, [length, breadth]: Point, angle: number): Quad {
  const corner = (u: number, v: number): Point => [
    x + (u * length * Math.cos(angle) - v * breadth * Math.sin(angle)) / 2,
    y + (u * length * Math.sin(angle) + v * breadth * Math.cos(angle)) / 2,
  ]
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

type Surface = { first: Colour; second: Colour; texture: Texture }

const surfaces: Record<BackgroundKind, (random: Random) => Surface> = {
  plain: (random) => {
    const noise = createNoise(random)
    const grey = random.between(20, 150)
    const tint = (): number => grey + random.between(-25, 25)
    const first: Colour = [tint(), tint(), tint()]
    return {
      first,
      second: shifted(first, 14),
      texture: (x, y) => noise(x * 6, y * 6) * 0.7 + noise(x * 200, y * 200) * 0.3,
    }
  },
  pale: (random) => {
    const noise = createNoise(random)
    const grey = random.between(165, 225)
    const first: Colour = [grey, grey - random.between(0, 8), grey - random.between(0, 18)]
    return {
      first,
      second: shifted(first, 10),
      texture: (x, y) => noise(x * 5, y * 5) * 0.6 + noise(x * 250, y * 250) * 0.4,
    }
  },
  wood: (random) => {
    const noise = createNoise(random)
    const dark = random.between(45, 110)
    const first: Colour = [dark * 1.35, dark * 0.95, dark * 0.6]
    const rings = random.between(10, 30)
    const texture: Texture = (x, y) => {
      const bend = noise(x * 3, y * 1.2) * 2 + noise(x * 40, y * 3) * 0.15
      return 0.5 + 0.32 * Math.sin((y * rings + bend * 4) * 2) + 0.18 * noise(x * 12, y * 380)
    }
    return { first, second: shifted(first, 48), texture }
  },
  fabric: (random) => {
    const noise = createNoise(random)
    const first: Colour = [random.between(40, 160), random.between(40, 160), random.between(40, 160)]
    const threads = random.between(180, 380)
    const texture: Texture = (x, y) =>
      0.5 + 0.3 * Math.sin(x * threads) * Math.sin(y * threads) + 0.4 * (noise(x * 4, y * 4) - 0.5)
    return { first, second: shifted(first, 40), texture }
  },
  marble: (random) => {
    const noise = createNoise(random)
    const base = random.between(60, 190)
    const first: Colour = [base, base * 0.98, base * 0.95]
    const texture: Texture = (x, y) => {
      const turbulence = noise(x * 4, y * 4) + noise(x * 9, y * 9) / 2 + noise(x * 20, y * 20) / 4
      return Math.abs(Math.sin((x + y) * 5 + turbulence * 5))
    }
    return { first, second: shifted(first, -50), texture }
  },
  tiles: (random) => {
    const noise = createNoise(random)
    const base = random.between(50, 160)
    const first: Colour = [base * 1.05, base, base * 0.9]
    const size = random.between(3, 7)
    const texture: Texture = (x, y) => {
      const fromGrout = Math.min((x * size) % 1, (y * size) % 1)
      return fromGrout < 0.04 ? 1 : noise(x * 60, y * 60) * 0.25
    }
    return { first, second: shifted(first, random.pick([-45, 45])), texture }
  },
}

function shifted([red, green, blue]: Colour, by: number): Colour {
  const clamp = (value: number) => Math.min(255, Math.max(0, value + by))
  return [clamp(red), clamp(green), clamp(blue)]
}
