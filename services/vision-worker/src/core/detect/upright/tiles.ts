import type { GrayImage } from '../../pixels.ts'

/** Side of the network's square input, in pixels. */
export const tileSide = 48
/** Tiles of the page at full, half and quarter size: there headings, titles and posters are as small as text. */
const countsMax = [24, 8, 4]
/** A difference between neighbours counts at most this much: text has many, a black edge has few. */
const stepMax = 32

/** Consecutive squares of grey levels, 0 to 255. */
export type Tiles = { readonly count: number; readonly pixels: Float32Array }

/** The busiest tiles of a page, chosen just as training/upright/tiles.py does. */
export function richestTiles(page: GrayImage): Tiles {
  const chosen: Tile[] = []
  let image = page
  for (const count of countsMax) {
    chosen.push(...richest(image, count))
    image = halved(image)
  }
  const pixels = new Float32Array(chosen.length * tileSide ** 2)
  chosen.forEach((tile, i) => copyTile(tile, pixels.subarray(i * tileSide ** 2)))
  return { count: chosen.length, pixels }
}

type Tile = { readonly image: GrayImage; readonly left: number; readonly top: number }

/** The tiles whose neighbouring pixels differ most, from a grid centred on the image. */
function richest(image: GrayImage, count: number): Tile[] {
  const [across, down] = [Math.floor(image.width / tileSide), Math.floor(image.height / tileSide)]
  const left = Math.floor((image.width - across * tileSide) / 2)
  const top = Math.floor((image.height - down * tileSide) / 2)
  const tiles = Array.from({ length: across * down }, (_, i): Tile => ({
    image,
    left: left + (i % across) * tileSide,
    top: top + Math.floor(i / across) * tileSide,
  }))
  return tiles
    .map((tile) => ({ tile, drawn: differences(tile) }))
    .toSorted((a, b) => b.drawn - a.drawn)
    .slice(0, count)
    .map(({ tile }) => tile)
}

/** Capped absolute values of −255 to 255: a table costs less than half of computing them. */
const steps = Uint8Array.from({ length: 511 }, (_, i) => Math.min(stepMax, Math.abs(i - 255)))

function differences({ image: { width, data }, left, top }: Tile): number {
  let sum = 0
  for (let y = top; y < top + tileSide - 1; y++) sum += differencesOfRow(data, y * width + left, width)
  return sum
}

/** A function of its own for the same reason as in `createScene`. */
function differencesOfRow(data: Uint8Array, start: number, width: number): number {
  let sum = 0
  for (let at = start; at < start + tileSide - 1; at++) {
    const here = 255 - data[at]!
    sum += steps[data[at + 1]! + here]! + steps[data[at + width]! + here]!
  }
  return sum
}

function copyTile({ image: { width, data }, left, top }: Tile, target: Float32Array): void {
  for (let y = 0; y < tileSide; y++) {
    const start = (top + y) * width + left
    target.set(data.subarray(start, start + tileSide), y * tileSide)
  }
}

/** Averages each 2 × 2 block. */
function halved({ width, height, data }: GrayImage): GrayImage {
  const half = { width: width >> 1, height: height >> 1 }
  const mean = new Uint8Array(half.width * half.height)
  for (let y = 0; y < half.height; y++) {
    halveRow({ data, from: 2 * y * width, width }, mean.subarray(y * half.width, (y + 1) * half.width))
  }
  return { ...half, data: mean }
}

type Rows = { readonly data: Uint8Array; readonly from: number; readonly width: number }

function halveRow({ data, from, width }: Rows, mean: Uint8Array): void {
  for (let to = 0, at = from; to < mean.length; to++, at += 2) {
    mean[to] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]! + 2) >> 2
  }
}
