import type { Size } from '@equerre/geometry/spaces'
import type { GrayImage, RgbImage } from '../pixels.ts'
import { grayFromRgb } from '../pixels.ts'
import { blackAndWhite } from './black-and-white.ts'
import { fillGaps, type Weighted } from './light/push-pull.ts'

/**
 * A page taken apart as mixed raster content (ITU-T T.44): where ink is, at full resolution, and what colour ink and paper
 * have, coarsely, since neither changes fast.
 */
export type Layers = {
  /** 0 is ink. White beyond the page, where it reaches as far as the colours do. */
  readonly ink: GrayImage
  readonly paper: Layer
  readonly colours: Layer
}

/** A picture each of whose pixels stands for a square of the page, `step` pixels wide; the last ones reach beyond it. */
export type Layer = { readonly image: RgbImage; readonly step: number }

/** Resolution of the layer of paper, in dpi: pictures on a page are part of it. */
const paperDpi = 150
/** How far the rim of a letter reaches, in pixels. */
const rim = 4
/** In pixels; divides the sides of the ink. */
const coloursStep = 8
/** In levels; noise makes some difference between neighbours. */
const coreTolerance = 12
/** Sides of the ink are multiples of this. */
const inkStep = 16
/** Squares in which ink is accepted or not, in inches: a few letters wide. */
const squareInches = 1 / 8
/** In pixels: a page of a few pixels has a resolution of next to none. */
const squareMin = 16
/** What is darker than its paper by less, on average, is a stain or a texture, which the layer of paper shows. */
const contrastMin = 40
/** Share of a square from which on its ink, less its rims, is an area rather than letters. */
const areaMin = 1 / 16
/** Ink whose levels scatter by more, in an area, is part of a picture. */
const scatterMax = 14

/** @param dpi the page's resolution, which tells print from pictures */
export function separated(page: RgbImage, dpi: number): Layers {
  const gray = grayFromRgb(page)
  const bold = blackAndWhite(gray, dpi)
  clearPictures(bold, gray, Math.max(squareMin, Math.round(dpi * squareInches)))
  const step = Math.max(1, Math.round(dpi / paperDpi))
  const paper = layerOf(page, { step, reach: page }, (at) => isAway(bold, { of: 255, by: 1 }, at))
  const reach = padded(bold, inkStep)
  const colours = layerOf(page, { step: coloursStep, reach }, (at) => isCore(bold, gray, at))
  return { ink: padded(thinned(bold, gray, { paper, colours }), inkStep), paper, colours }
}

/**
 * A local threshold takes the whole of a letter's rim for ink. What is closer to paper than to ink goes, so that letters
 * become no bolder.
 */
function thinned(bold: GrayImage, gray: GrayImage, layers: Pick<Layers, 'paper' | 'colours'>): GrayImage {
  const { width, height } = gray
  const [paper, colours] = [levelsOf(layers.paper), levelsOf(layers.colours)]
  const data = new Uint8Array(bold.data.length).fill(255)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      if (bold.data[at] === 0 && 2 * gray.data[at]! < paper(column, row) + colours(column, row)) data[at] = 0
    }
  }
  return { width, height, data }
}

/** The layer's lightness at a place of the page. */
function levelsOf({ image, step }: Layer): (column: number, row: number) => number {
  const { width, data } = grayFromRgb(image)
  return (column, row) => data[Math.floor(row / step) * width + Math.floor(column / step)]!
}

/** The image with white added on the right and at the bottom, until its sides are multiples of `step`. */
export function padded(image: GrayImage, step: number): GrayImage {
  const up = (length: number) => Math.ceil(length / step) * step
  const [width, height] = [up(image.width), up(image.height)]
  if (width === image.width && height === image.height) return image
  const data = new Uint8Array(width * height).fill(255)
  for (let row = 0; row < image.height; row++)
    data.set(image.data.subarray(row * image.width, (row + 1) * image.width), row * width)
  return { width, height, data }
}

/** Takes what is no print out of the ink, square by square. */
function clearPictures(ink: GrayImage, gray: GrayImage, side: number): void {
  for (let top = 0; top < ink.height; top += side) {
    for (let left = 0; left < ink.width; left += side) {
      const square = {
        left,
        top,
        right: Math.min(ink.width, left + side),
        bottom: Math.min(ink.height, top + side),
      }
      if (!isPrint(ink, gray, square)) clear(ink, square)
    }
  }
}

type Square = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>

function isPrint(ink: GrayImage, gray: GrayImage, { left, top, right, bottom }: Square): boolean {
  const [dark, light, area] = [newSum(), newSum(), newSum()]
  for (let row = top; row < bottom; row++) {
    for (let at = row * ink.width + left; at < row * ink.width + right; at++) {
      add(ink.data[at] === 0 ? dark : light, gray.data[at]!)
      if (isInside(ink, at)) add(area, gray.data[at]!)
    }
  }
  if (dark.count === 0) return false
  const paper = light.count > 0 ? meanOf(light) : 255
  const isArea = area.count >= areaMin * (dark.count + light.count)
  return paper - meanOf(dark) >= contrastMin && (!isArea || scatterOf(area) <= scatterMax)
}

/** Whether a pixel's row and column are ink as far as a rim reaches; where strokes lie close together, paper is between. */
function isInside(ink: GrayImage, at: number): boolean {
  for (let by = 1; by <= rim; by++) if (!isAway(ink, { of: 0, by }, at)) return false
  return true
}

type Sum = { count: number; values: number; squares: number }

function add(sum: Sum, value: number): void {
  sum.count++
  sum.values += value
  sum.squares += value * value
}

function meanOf({ count, values }: Sum): number {
  return values / Math.max(1, count)
}

function scatterOf(sum: Sum): number {
  return Math.sqrt(Math.max(0, sum.squares / Math.max(1, sum.count) - meanOf(sum) ** 2))
}

function newSum(): Sum {
  return { count: 0, values: 0, squares: 0 }
}

function clear({ width, data }: GrayImage, { left, top, right, bottom }: Square): void {
  for (let row = top; row < bottom; row++) data.fill(255, row * width + left, row * width + right)
}

type Grid = { readonly step: number; readonly reach: Size }

/** The colours of some of the pixels, reduced, and continued over the others, where nobody sees them. */
function layerOf(page: RgbImage, { step, reach }: Grid, has: (at: number) => boolean): Layer {
  const [width, height] = [Math.ceil(reach.width / step), Math.ceil(reach.height / step)]
  const sums = [0, 1, 2].map(() => new Float32Array(width * height))
  const weight = new Float32Array(width * height)
  for (let row = 0, at = 0; row < page.height; row++) {
    for (let column = 0; column < page.width; column++, at++) {
      if (!has(at)) continue
      const to = Math.floor(row / step) * width + Math.floor(column / step)
      weight[to]!++
      for (let channel = 0; channel < 3; channel++) sums[channel]![to]! += page.data[at * 3 + channel]!
    }
  }
  const image = { width, height, data: new Uint8Array(width * height * 3) }
  sums.forEach((data, channel) => {
    const known: Weighted = { width, height, data, weight: new Float32Array(weight.length) }
    for (let at = 0; at < data.length; at++) {
      data[at]! /= Math.max(1, weight[at]!)
      known.weight[at] = Math.min(1, weight[at]!)
    }
    fillGaps(known)
    for (let at = 0; at < data.length; at++) image.data[at * 3 + channel] = data[at]! + 0.5
  })
  return { image, step }
}

/** Whether ink is about as dark as around here, which it is not at its rim; a thin stroke has no inside. */
function isCore(ink: GrayImage, { width, data }: GrayImage, at: number): boolean {
  if (ink.data[at] !== 0) return false
  const level = data[at]! - coreTolerance
  const asDark = (neighbour: number | undefined) => level <= (neighbour ?? 255)
  return asDark(data[at - 1]) && asDark(data[at + 1]) && asDark(data[at - width]) && asDark(data[at + width])
}

/** Whether a pixel and those at this distance lie on one side: at the rim of a letter the colours of both mix. */
function isAway({ width, data }: GrayImage, { of, by }: { of: number; by: number }, at: number): boolean {
  return (
    data[at] === of &&
    data[at - by] === of &&
    data[at + by] === of &&
    data[at - by * width] === of &&
    data[at + by * width] === of
  )
}
