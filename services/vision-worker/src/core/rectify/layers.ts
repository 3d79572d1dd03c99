import type { GrayImage, RgbImage } from '../pixels.ts'
import { grayFromRgb } from '../pixels.ts'
import { blackAndWhite } from './black-and-white.ts'
import { fillGaps, type Weighted } from './light/push-pull.ts'

/**
 * A page taken apart as mixed raster content (ITU-T T.44): where ink is, at full resolution, and what colour ink and paper
 * have, coarsely, since neither changes fast.
 */
export type Layers = {
  /** 0 is ink. */
  readonly ink: GrayImage
  readonly paper: RgbImage
  readonly colours: RgbImage
}

/** Resolution of the layers of colour, in dpi: pictures on a page are part of its paper. */
const paperDpi = 100
const coloursDpi = 30
/** Squares in which ink is accepted or not, in inches: a few letters wide. */
const squareInches = 1 / 8
/** What is darker than its paper by less, on average, is a stain or a texture, which the layer of paper shows. */
const contrastMin = 40
/** Ink whose levels scatter by more, away from its rim, is part of a picture. */
const scatterMax = 40

/** @param dpi the page's resolution, which tells print from pictures */
export function separated(page: RgbImage, dpi: number): Layers {
  const gray = grayFromRgb(page)
  const ink = blackAndWhite(gray, dpi)
  clearPictures(ink, gray, Math.round(dpi * squareInches))
  const paper = { of: 255, step: Math.max(1, Math.round(dpi / paperDpi)) }
  const colours = { of: 0, step: Math.max(1, Math.round(dpi / coloursDpi)) }
  return { ink, paper: layerOf(page, ink, paper), colours: layerOf(page, ink, colours) }
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
  const [dark, light, inner] = [newSum(), newSum(), newSum()]
  for (let row = top; row < bottom; row++) {
    for (let at = row * ink.width + left; at < row * ink.width + right; at++) {
      add(ink.data[at] === 0 ? dark : light, gray.data[at]!)
      if (isInside(ink, 0, at)) add(inner, gray.data[at]!)
    }
  }
  if (dark.count === 0) return false
  const paper = light.count > 0 ? meanOf(light) : 255
  return paper - meanOf(dark) >= contrastMin && scatterOf(inner) <= scatterMax
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

/** The colours of one side of the mask, reduced, and continued over the other side, where nobody sees them. */
function layerOf(page: RgbImage, ink: GrayImage, { of, step }: { of: number; step: number }): RgbImage {
  const [width, height] = [Math.ceil(page.width / step), Math.ceil(page.height / step)]
  const sums = [0, 1, 2].map(() => new Float32Array(width * height))
  const weight = new Float32Array(width * height)
  for (let row = 0, at = 0; row < page.height; row++) {
    for (let column = 0; column < page.width; column++, at++) {
      if (!isInside(ink, of, at)) continue
      const to = Math.floor(row / step) * width + Math.floor(column / step)
      weight[to]!++
      for (let channel = 0; channel < 3; channel++) sums[channel]![to]! += page.data[at * 3 + channel]!
    }
  }
  const layer = { width, height, data: new Uint8Array(width * height * 3) }
  sums.forEach((data, channel) => {
    const known: Weighted = { width, height, data, weight: new Float32Array(weight.length) }
    for (let at = 0; at < data.length; at++) {
      data[at]! /= Math.max(1, weight[at]!)
      known.weight[at] = Math.min(1, weight[at]!)
    }
    fillGaps(known)
    for (let at = 0; at < data.length; at++) layer.data[at * 3 + channel] = data[at]! + 0.5
  })
  return layer
}

/** Whether a pixel and its neighbours lie on one side: at the rim of a letter the colours of both mix. */
function isInside({ width, height, data }: GrayImage, of: number, at: number): boolean {
  if (data[at] !== of) return false
  const [column, row] = [at % width, Math.floor(at / width)]
  return (
    (column === 0 || data[at - 1] === of) &&
    (column === width - 1 || data[at + 1] === of) &&
    (row === 0 || data[at - width] === of) &&
    (row === height - 1 || data[at + width] === of)
  )
}
