/**
 * Compares relighting with simple methods on generated pages whose evenly lit original is known: PSNR of the
 * whole page, of blank paper and of everything else, and CPU time. Usage: `npm run bench:light [-- PAGES
 * DPI]`.
 */
import { lightPage, paperWhite } from '@equerre/testkit/pictures/light'
import sharp, { type Sharp } from 'sharp'
import type { GrayImage, RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { histogram, quantile } from '@equerre/vision-worker/src/core/pixels.ts'
import { relight } from '@equerre/vision-worker/src/core/rectify/light/light.ts'
import { medianFiltered } from '@equerre/vision-worker/src/core/rectify/light/median.ts'
import { closed } from '@equerre/vision-worker/src/core/rectify/light/morphology.ts'

type Method = (photo: RgbImage) => RgbImage | Promise<RgbImage>

/**
 * The simple methods measure the light on an image this many times smaller, with windows of about 12 mm at
 * 200 dpi.
 */
const shrink = 4
const blurSigma = 12
const windowRadius = 11
/** No overshoot, which a closing would take for paper. */
const plain = { fit: 'fill', kernel: 'linear' } as const
/** The first page warms up the compiler and is not counted. */
const warmUps = 1

const methods: Readonly<Record<string, Method>> = {
  input: (photo) => photo,
  'global white balance': whiteBalanced,
  'gaussian, divide': (photo) => dividedBy(photo, (small) => small.blur(blurSigma)),
  'closing and median, divide': (photo) => dividedBy(photo, (small) => planeWise(small, inkless)),
  'hybrid (ours)': (photo) => relight(photo),
}

const pages = Number(process.argv[2] ?? 16)
const dpi = Number(process.argv[3] ?? 200)
const sums = new Map(Object.keys(methods).map((name) => [name, { psnr: [0, 0, 0], cpuMs: 0 }]))
let megapixels = 0
for (let seed = -warmUps; seed < pages; seed++) {
  const { photo, flat } = lightPage({ seed: 500 + seed, dpi })
  megapixels = (photo.width * photo.height) / 1e6
  for (const [name, method] of Object.entries(methods)) {
    const before = process.cpuUsage()
    const page = await method(photo)
    const { user, system } = process.cpuUsage(before)
    if (seed < 0) continue
    const sum = sums.get(name)!
    sum.cpuMs += (user + system) / 1_000 / pages
    compare(page, flat).forEach((psnr, i) => (sum.psnr[i]! += psnr / pages))
  }
}
console.log(`${pages} pages of ${megapixels.toFixed(1)} megapixels; PSNR in dB, CPU in ms`)
console.log(`${''.padEnd(28)}   page  paper  other    CPU  per Mpx`)
for (const [name, { psnr, cpuMs }] of sums) {
  const figures = psnr.map((value) => value.toFixed(1).padStart(6)).join(' ')
  const cpu = `${cpuMs.toFixed(0).padStart(6)} ${(cpuMs / megapixels).toFixed(0).padStart(8)}`
  console.log(`${name.padEnd(28)} ${figures} ${cpu}`)
}

/** PSNR of the page, of its blank paper, and of the rest. */
function compare(page: RgbImage, flat: RgbImage): [page: number, paper: number, other: number] {
  const squares = [0, 0]
  const counts = [0, 0]
  for (let at = 0; at < flat.data.length; at += 3) {
    const blank = [0, 1, 2].every((c) => flat.data[at + c] === paperWhite)
    for (let c = 0; c < 3; c++) squares[+blank]! += (page.data[at + c]! - flat.data[at + c]!) ** 2
    counts[+blank]! += 3
  }
  const psnr = (square: number, count: number) => 10 * Math.log10((255 * 255 * count) / square)
  return [
    psnr(squares[0]! + squares[1]!, counts[0]! + counts[1]!),
    psnr(squares[1]!, counts[1]!),
    psnr(squares[0]!, counts[0]!),
  ]
}

function whiteBalanced(photo: RgbImage): RgbImage {
  const gains = [0, 1, 2].map((c) => paperWhite / quantile(histogram(planeOf(photo, c)), 0.9))
  const data = Uint8Array.from(photo.data, (value, at) => Math.min(255, value * gains[at % 3]!))
  return { ...photo, data }
}

async function dividedBy(
  photo: RgbImage,
  measure: (small: Sharp) => Sharp | Promise<Sharp>,
): Promise<RgbImage> {
  const { width, height } = photo
  const size = { width: Math.ceil(width / shrink), height: Math.ceil(height / shrink) }
  const small = await opened(photo)
    .resize({ ...size, ...plain })
    .raw()
    .toBuffer()
  const measured = await (await measure(opened({ ...size, data: small }))).raw().toBuffer()
  const light = await opened({ ...size, data: measured })
    .resize({ width, height, ...plain })
    .raw()
    .toBuffer()
  const data = photo.data.map((value, at) => Math.min(255, (value * paperWhite) / Math.max(1, light[at]!)))
  return { width, height, data }
}

async function planeWise(small: Sharp, change: (plane: GrayImage) => GrayImage): Promise<Sharp> {
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const planes = [0, 1, 2].map((c) => change(planeOf({ width: info.width, height: info.height, data }, c)))
  return opened({
    width: info.width,
    height: info.height,
    data: data.map((_, at) => planes[at % 3]!.data[Math.floor(at / 3)]!),
  })
}

function inkless(plane: GrayImage): GrayImage {
  return medianFiltered(closed(plane, windowRadius), windowRadius)
}

function planeOf({ width, height, data }: RgbImage, channel: number): GrayImage {
  const plane = new Uint8Array(width * height)
  for (let at = 0; at < plane.length; at++) plane[at] = data[at * 3 + channel]!
  return { width, height, data: plane }
}

function opened({ width, height, data }: RgbImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}
