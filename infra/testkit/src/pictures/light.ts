import { drawLines } from './page.ts'
import { createNoise, createRandom, type Random } from './random.ts'
import { createRaster, fillRectangle, type Colour, type Raster, type Rectangle } from './raster.ts'

/** A page in bad light, the same page evenly lit, and where its elements are. */
type LitPage = {
  readonly photo: Raster
  /** Evenly lit, on paper of `paperWhite`. */
  readonly flat: Raster
  readonly places: Places
}

type Places = {
  readonly header: Rectangle
  readonly picture: Rectangle
  readonly greyBox: Rectangle
  readonly highlighter: Rectangle
  readonly stamp: Rectangle
}

type Light = {
  readonly seed: number
  /** Dots per inch of an A4 page. */
  readonly dpi: number
  /** Width of the cast shadow's soft border, as a share of the page's width; chosen by the seed by default. */
  readonly penumbra?: number
}

/** The level of blank paper on the flat page, in all three channels. */
export const paperWhite = 245

/**
 * An A4 page with text, coloured header, picture, grey box, highlighter and stamp, lit by a tinted light that
 * falls off, with a cast shadow. Light is multiplied in linear space, then encoded as sRGB as in a camera,
 * with sensor noise.
 */
export function lightPage({ seed, dpi, penumbra }: Light): LitPage {
  const random = createRandom(seed)
  const width = Math.round((210 / 25.4) * dpi)
  const height = Math.round((297 / 25.4) * dpi)
  const flat = createRaster(width, height, [paperWhite, paperWhite, paperWhite])
  const places = drawContent(flat, random)
  return { flat, photo: lit(flat, random, penumbra ?? random.between(0.02, 0.14)), places }
}

/** A ruled pad of any proportions: white paper, pale rules, a margin line, and some lines written by hand. */
export function padPage({
  seed,
  dpi,
  penumbra,
  ratio,
}: Light & { readonly ratio: number }): Omit<LitPage, 'places'> {
  const random = createRandom(seed)
  const height = Math.round((210 / 25.4) * dpi)
  const width = Math.round(height * ratio)
  const flat = createRaster(width, height, [paperWhite, paperWhite, paperWhite])
  const rule = (dpi / 25.4) * random.between(6, 9)
  for (let y = rule * 2; y < height - 2; y += rule)
    fillRectangle(flat, { x: 0, y, width, height: Math.max(1, dpi / 120) }, [168, 190, 224])
  fillRectangle(flat, { x: width * 0.14, y: 0, width: Math.max(1, dpi / 100), height }, [226, 140, 150])
  const written = { x: width * 0.18, y: rule * 3, width: width * 0.7, height: rule * random.between(0, 8) }
  drawLines({ page: flat, random, ink: [40, 50, 110], unit: rule / 2 }, written)
  return { flat, photo: lit(flat, random, penumbra ?? random.between(0.02, 0.14)) }
}

function drawContent(page: Raster, random: Random): Places {
  const unit = page.width / 60
  const across = { x: unit * 6, width: unit * 48 }
  const places = placesOf(unit, random)
  const black = { page, random, ink: [24, 24, 30] as Colour, unit }
  fillRectangle(page, places.header, random.pick(accents))
  const title = { x: across.x + unit, y: places.header.y + unit * 2, width: unit * 26, height: unit * 3 }
  drawLines({ ...black, ink: [255, 255, 255] }, title)
  drawLines(black, { ...across, y: unit * 13, height: unit * 16 })
  drawLines({ ...black, ink: random.pick(accents) }, { ...across, y: unit * 30, height: unit * 4 })
  drawPicture(page, places.picture, random)
  drawLines(black, { x: unit * 33, y: places.picture.y, width: unit * 20, height: places.picture.height })
  fillRectangle(page, places.greyBox, greyOf(random.between(170, 225)))
  drawLines(black, inner(places.greyBox, unit))
  drawLines(black, { ...across, y: unit * 62, height: unit * 13 })
  laid(page, places.highlighter, { ink: random.pick(markers), cover: () => 1 })
  stampOn(page, places.stamp, random)
  return places
}

const accents = [
  [36, 56, 170],
  [176, 40, 48],
  [20, 110, 84],
  [120, 70, 150],
  [214, 120, 30],
] as const
const markers = [
  [255, 242, 90],
  [160, 255, 130],
  [255, 170, 215],
] as const
const stampInks = [
  [190, 30, 50],
  [40, 60, 190],
  [20, 130, 70],
] as const

function placesOf(unit: number, random: Random): Places {
  return {
    header: { x: unit * 5, y: unit * 5, width: unit * 50, height: unit * 6 },
    picture: { x: unit * 6, y: unit * 36, width: unit * 25, height: unit * random.between(12, 17) },
    greyBox: { x: unit * 6, y: unit * 55, width: unit * 48, height: unit * 5 },
    highlighter: { x: unit * 6, y: unit * 63.4, width: unit * random.between(14, 36), height: unit * 1.6 },
    stamp: { x: unit * random.between(30, 42), y: unit * 68, width: unit * 11, height: unit * 11 },
  }
}

function inner({ x, y, width, height }: Rectangle, by: number): Rectangle {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by }
}

function greyOf(level: number): Colour {
  return [level, level, level]
}

/** A landscape: pale sky over textured ground, without a border. */
function drawPicture(page: Raster, box: Rectangle, random: Random): void {
  const noise = createNoise(random)
  const sky = [random.between(140, 235), random.between(160, 235), random.between(180, 245)]
  const ground = [random.between(20, 150), random.between(30, 150), random.between(10, 110)]
  const horizon = random.between(0.25, 0.6)
  eachPixel(page, box, (u, v, at) => {
    const share = Math.min(1, Math.max(0, (v - horizon + 0.15 * noise(u * 9, 3)) * 12))
    const texture = 0.7 + 0.6 * noise(u * 45, v * 30) * share
    for (let c = 0; c < 3; c++) {
      page.data[at + c] = Math.min(255, (sky[c]! * (1 - share) + ground[c]! * share) * texture)
    }
  })
}

function stampOn(page: Raster, box: Rectangle, random: Random): void {
  const noise = createNoise(random)
  const cover = (u: number, v: number) => {
    const radius = Math.hypot(u - 0.5, v - 0.5)
    const ring = Math.abs(radius - 0.46) < 0.04 || Math.abs(radius - 0.34) < 0.015
    const bars = radius < 0.28 && (v * 14) % 2 < 1.1 && (u * 23) % 2 < 1.5
    return ring || bars ? 0.55 + 0.4 * noise(u * 30, v * 30) : 0
  }
  laid(page, box, { ink: random.pick(stampInks), cover })
}

/** Transparent ink absorbs light: it multiplies what is below it. */
function laid(
  page: Raster,
  box: Rectangle,
  { ink, cover }: { ink: Colour; cover: (u: number, v: number) => number },
): void {
  eachPixel(page, box, (u, v, at) => {
    const share = cover(u, v)
    for (let c = 0; c < 3; c++) page.data[at + c]! *= 1 - share + (share * ink[c]!) / 255
  })
}

/** Visits a box inside the page; `u` and `v` run from 0 to 1 across it. */
function eachPixel(page: Raster, box: Rectangle, visit: (u: number, v: number, at: number) => void): void {
  const [left, top] = [Math.round(box.x), Math.round(box.y)]
  const [width, height] = [Math.round(box.width), Math.round(box.height)]
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      visit((column + 0.5) / width, (row + 0.5) / height, ((top + row) * page.width + left + column) * 3)
    }
  }
}

/** Coded value of each of 4,096 levels of linear light, and the linear light of each coded value (sRGB, IEC 61966-2-1). */
const coded = Float32Array.from({ length: 4_097 }, (_, level) => {
  const light = level / 4_096
  return 255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
})
const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

function lit(flat: Raster, random: Random, penumbra: number): Raster {
  const { width, height } = flat
  const photo = createRaster(width, height, [0, 0, 0])
  const light = lightField(random, penumbra)
  const noise = random.between(0.8, 2.5)
  const here = new Float64Array(3)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      light(column / width, row / width, here)
      for (let c = 0; c < 3; c++, at++) {
        const level = Math.min(4_096, Math.round(4_096 * linear[flat.data[at]!]! * here[c]!))
        const grain = noise * (random.between(-1, 1) + random.between(-1, 1))
        photo.data[at] = Math.min(255, Math.max(0, Math.round(coded[level]! + grain)))
      }
    }
  }
  return photo
}

/** Linear light at a place, in page widths, for each channel. */
function lightField(random: Random, penumbra: number) {
  const tint = [random.between(0.85, 1.05), 1, random.between(0.6, 1.05)]
  const shade = [random.between(0.9, 1), 1, random.between(1, 1.12)]
  const exposure = random.between(0.55, 0.95)
  const slope = [random.between(-0.35, 0.35), random.between(-0.3, 0.3)] as const
  const depth = random.between(0.25, 0.6)
  const angle = random.between(0, 2 * Math.PI)
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)]
  const offset = nx * random.between(0.3, 0.7) + ny * random.between(0.4, 1)
  const wobble = createNoise(random)
  return (x: number, y: number, out: Float64Array) => {
    const fall = exposure * (1 + slope[0] * (x - 0.5) + slope[1] * (y - 0.7))
    const distance = nx * x + ny * y - offset + 0.3 * (wobble((nx * y - ny * x) * 4 + 9, 5) - 0.5)
    const t = Math.min(1, Math.max(0, distance / penumbra + 0.5))
    const dark = t * t * (3 - 2 * t)
    for (let c = 0; c < 3; c++) out[c] = fall * tint[c]! * (1 - dark * (1 - (1 - depth) * shade[c]!))
  }
}
