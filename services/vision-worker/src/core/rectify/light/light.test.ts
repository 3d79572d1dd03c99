import { lightPage, padPage, paperWhite } from '@equerre/testkit/pictures/light'
import { drawPage } from '@equerre/testkit/pictures/page'
import { createRandom } from '@equerre/testkit/pictures/random'
import { expect, it } from 'vitest'
import type { GrayImage, RgbImage } from '../../pixels.ts'
import { relight } from './light.ts'
import { lightestQuarters, multiplied, type Field, type Planes } from './light-cells.ts'
import { medianFiltered } from './median.ts'
import { closed } from './morphology.ts'

const dpi = 75
const pages = [11, 12, 13, 14].map((seed) => lightPage({ seed, dpi }))
const relit = pages.map(({ photo }) => relight(photo))

it('restores pages under tinted, uneven, shadowed light', () => {
  const ours = mean(pages.map(({ flat }, i) => psnr(relit[i]!, flat)))
  expect(ours).toBeGreaterThan(30)
  const plain = mean(pages.map(({ photo, flat }) => psnr(plainlyDivided(photo), flat)))
  expect(ours).toBeGreaterThan(plain + 8)
})

it('restores blank paper to one white, even across a sharp shadow', () => {
  const { photo, flat } = lightPage({ seed: 21, dpi, penumbra: 0.004 })
  const page = relight(photo)
  const paper = page.data.filter((_, at) => flat.data[at] === paperWhite)
  const off = paper.filter((value) => Math.abs(value - paperWhite) > 15).length / paper.length
  expect(off).toBeLessThan(0.02)
})

it.each(['header', 'picture', 'greyBox', 'highlighter', 'stamp'] as const)(
  'keeps the colour of the %s',
  (place) => {
    const far = (image: RgbImage, { flat, places }: (typeof pages)[number]) =>
      distance(labOf(meanColour(image, places[place])), labOf(meanColour(flat, places[place])))
    expect(mean(pages.map((page, i) => far(relit[i]!, page)))).toBeLessThan(4)
    expect(mean(pages.map((page) => far(page.photo, page)))).toBeGreaterThan(8)
  },
)

it('leaves an already white page unchanged', () => {
  for (const { flat } of pages.slice(0, 2)) expect(psnr(relight(flat), flat)).toBeGreaterThan(40)
})

it('leaves a full-colour photograph unchanged', () => {
  for (const seed of [32, 34, 36]) {
    const { flat, places } = lightPage({ seed, dpi })
    const photograph = cut(flat, places.picture)
    expect(psnr(relight(photograph), photograph)).toBeGreaterThan(40)
  }
})

it('leaves a picture with a narrow white border unchanged', () => {
  const inside = (x: number, y: number) => x > 20 && x < 380 && y > 20 && y < 540
  const print = painted(400, 560, (x, y) => (inside(x, y) ? [70 + x / 8, 90, 60 + y / 8] : [205, 205, 200]))
  expect(psnr(relight(print), print)).toBeGreaterThan(40)
})

it('leaves a dark cover with a light title unchanged', () => {
  const cover = painted(400, 560, (x, y) =>
    x > 60 && x < 340 && y > 80 && y < 200 && x % 40 < 25 ? [230, 230, 225] : [52, 55, 60],
  )
  expect(psnr(relight(cover), cover)).toBeGreaterThan(40)
})

it.each([0.004, 0.1, 0.8])(
  'evens the light on a ruled pad of a card’s shape, under a shadow of %f',
  (penumbra) => {
    const { photo, flat } = padPage({ seed: 3, dpi, ratio: 0.63, penumbra })
    expect(psnr(relight(photo, { mayBeCard: true }), flat)).toBeGreaterThan(psnr(photo, flat) + 20)
  },
)

it('leaves what may be a card as it is, unless it is bare white paper', () => {
  const card = drawPage('card', 506, 319)(createRandom(5))
  expect(relight(card, { mayBeCard: true })).toBe(card)
  const kraft = painted(506, 319, () => [180, 130, 85])
  expect(relight(kraft, { mayBeCard: true })).toBe(kraft)
})

it('removes the tint of a lamp, and evens the light on kraft paper without losing its colour', () => {
  const sheet = ([red, green, blue]: readonly [number, number, number]) =>
    painted(400, 560, (x, y) => {
      const light = (1 - 0.4 * (x / 400)) * (x % 20 < 3 && y % 20 > 8 ? 0.2 : 1)
      return [red * light, green * light, blue * light]
    })
  const lamp = relight(sheet([245, 215, 180]))
  const kraft = relight(sheet([180, 130, 85]))
  for (const x of [30, 210, 370]) {
    expect(spread(pixel(lamp, x, 205))).toBeLessThan(10)
    const [red, , blue] = pixel(kraft, x, 205)
    expect(blue! / red!).toBeCloseTo(85 / 180, 1)
    expect(Math.abs(red! - pixel(kraft, 30, 205)[0]!)).toBeLessThan(8)
  }
})

it('brightens the deepest shadow at most fourfold, without a tint', () => {
  const night = painted(300, 400, () => [30, 26, 22])
  expect([...pixel(relight(night), 150, 200)]).toEqual([88, 88, 88])
})

it('finds no step in the light at the edges of figures', () => {
  for (const { flat } of pages.slice(0, 2)) {
    const falling = painted(flat.width, flat.height, (x, y) =>
      pixel(flat, x, y).map((value) => value * (0.95 - (0.4 * x) / flat.width)),
    )
    let light: RgbImage | undefined
    const debug = (name: string, image: GrayImage | RgbImage) => {
      if (name === '57-light') light = image as RgbImage
    }
    relight(falling, { debug })
    expect(steepest(light!)).toBeLessThan(0.03)
  }
})

/** The plain method: light estimated from everything on the page. */
function plainlyDivided(photo: RgbImage): RgbImage {
  const gain = (plane: GrayImage): Field => ({
    ...plane,
    data: Float32Array.from(
      medianFiltered(closed(plane, 5), 5).data,
      (light) => paperWhite / Math.max(1, light),
    ),
  })
  return multiplied(photo, lightestQuarters(photo, 1).map(gain) as unknown as Planes<Field>, 2)
}

function painted(
  width: number,
  height: number,
  colour: (x: number, y: number) => ArrayLike<number>,
): RgbImage {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) data.set(colour(at % width, Math.floor(at / width)), at * 3)
  return { width, height, data }
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function cut(image: RgbImage, box: Box): RgbImage {
  const [left, top] = [Math.ceil(box.x) + 1, Math.ceil(box.y) + 1]
  return painted(Math.floor(box.width) - 3, Math.floor(box.height) - 3, (x, y) =>
    pixel(image, left + x, top + y),
  )
}

function pixel({ width, data }: RgbImage, x: number, y: number): Uint8Array {
  return data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)
}

function spread(colour: ArrayLike<number>): number {
  return Math.max(...Array.from(colour)) - Math.min(...Array.from(colour))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function psnr(a: RgbImage, b: RgbImage): number {
  let squares = 0
  for (let at = 0; at < a.data.length; at++) squares += (a.data[at]! - b.data[at]!) ** 2
  return 10 * Math.log10((255 * 255 * a.data.length) / Math.max(1e-9, squares))
}

/** The largest relative change of the light between neighbouring cells. */
function steepest({ width, data }: RgbImage): number {
  let most = 0
  for (let at = 0; at < data.length - width * 3; at++) {
    const right = at % (width * 3) < (width - 1) * 3 ? data[at + 3]! : data[at]!
    const change = Math.max(Math.abs(right - data[at]!), Math.abs(data[at + width * 3]! - data[at]!))
    // Values are rounded, so a change of one does not count.
    most = Math.max(most, (change - 1) / data[at]!)
  }
  return most
}

function meanColour(image: RgbImage, box: Box): number[] {
  const { data } = cut(image, box)
  const sums = [0, 0, 0]
  for (let at = 0; at < data.length; at++) sums[at % 3]! += (data[at]! * 3) / data.length
  return sums
}

/** CIE L*a*b* of an sRGB colour, for white point D65. */
function labOf(colour: readonly number[]): number[] {
  const [r, g, b] = colour.map((value) =>
    value <= 10.3 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  const xyz = [
    (0.4124 * r! + 0.3576 * g! + 0.1805 * b!) / 0.9505,
    0.2126 * r! + 0.7152 * g! + 0.0722 * b!,
    (0.0193 * r! + 0.1192 * g! + 0.9505 * b!) / 1.089,
  ]
  const [x, y, z] = xyz.map((t) => (t > 0.008_856 ? Math.cbrt(t) : 7.787 * t + 16 / 116))
  return [116 * y! - 16, 500 * (x! - y!), 200 * (y! - z!)]
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!))
}
