import { quadContains, type Quad } from '@equerre/geometry/quad'
import type { Channels } from '../scene.ts'

/** The picture as coarse cells, to describe what a whole zone looks like. Positions are in pixels of the channels. */
export type Cells = {
  readonly count: number
  readonly x: Float32Array
  readonly y: Float32Array
  readonly light: Float32Array
  readonly redGreen: Float32Array
  readonly yellowBlue: Float32Array
  /** Mean step between neighbouring pixels: high in text and patterns. */
  readonly texture: Float32Array
  /** Largest step between neighbouring pixels, in levels. */
  readonly sharpest: Float32Array
  /** Share of burnt-out pixels. */
  readonly burnt: Float32Array
  /** Whether a cell touches the frame. */
  readonly onRing: Uint8Array
}

/** What a zone and its surroundings look like. */
export type Contents = {
  /** Share of the cells inside that look like the typical cell inside: paper is mostly one tone. */
  readonly insideAlike: number
  /** Share of the cells outside that look like the typical cell inside: 0 where only the document looks like that. */
  readonly outsideAlike: number
  /** Share of the cells along the frame that look like it: near 1 for a flat scan. */
  readonly ringAlike: number
  readonly textureInside: number
  readonly textureOutside: number
  readonly lightInside: number
  readonly lightOutside: number
  readonly chromaInside: number
  readonly sharpestInside: number
  readonly burntInside: number
}

const cellPx = 8
const levelMax = 255
/** Tones closer than this, with colour counted double, look alike under uneven light. */
const alikeMax = 26
const burntMin = 252
/** A zone's sharpest step is this quantile of its cells. */
const sharpestShare = 0.95

export function cellsOf({ light, redGreen, yellowBlue }: Channels): Cells {
  const columns = Math.floor(light.width / cellPx)
  const rows = Math.floor(light.height / cellPx)
  const make = () => new Float32Array(columns * rows)
  const cells = {
    count: columns * rows,
    x: make(),
    y: make(),
    light: make(),
    redGreen: make(),
    yellowBlue: make(),
    texture: make(),
    sharpest: make(),
    burnt: make(),
    onRing: new Uint8Array(columns * rows),
  }
  for (let cell = 0; cell < cells.count; cell++) {
    const left = (cell % columns) * cellPx
    const top = Math.floor(cell / columns) * cellPx
    cells.x[cell] = left + cellPx / 2
    cells.y[cell] = top + cellPx / 2
    cells.redGreen[cell] = redGreen.data[(top + cellPx / 2) * light.width + left + cellPx / 2]! - 128
    cells.yellowBlue[cell] = yellowBlue.data[(top + cellPx / 2) * light.width + left + cellPx / 2]! - 128
    const stats = statsOf(light.data, { at: top * light.width + left, width: light.width })
    cells.light[cell] = stats.light
    cells.texture[cell] = stats.texture
    cells.sharpest[cell] = stats.sharpest
    cells.burnt[cell] = stats.burnt
    const column = cell % columns
    if (column === 0 || column === columns - 1 || cell < columns || cell >= cells.count - columns)
      cells.onRing[cell] = 1
  }
  return cells
}

function statsOf(data: Uint8Array, { at, width }: { at: number; width: number }) {
  let sum = 0
  let steps = 0
  let sharpest = 0
  let burnt = 0
  for (let row = 0; row < cellPx - 1; row++) {
    for (let i = at + row * width; i < at + row * width + cellPx - 1; i++) {
      const level = Math.abs(data[i + 1]! - data[i]!)
      const upright = Math.abs(data[i + width]! - data[i]!)
      sum += data[i]!
      steps += level + upright
      sharpest = Math.max(sharpest, level, upright)
      if (data[i]! >= burntMin) burnt++
    }
  }
  const count = (cellPx - 1) ** 2
  return { light: sum / count, texture: steps / count, sharpest, burnt: burnt / count }
}

/** Compares the cells inside a clockwise convex quad with those outside. */
export function contentsOf(cells: Cells, quad: Quad): Contents {
  const inside: number[] = []
  const outside: number[] = []
  const ring: number[] = []
  for (let cell = 0; cell < cells.count; cell++) {
    ;(quadContains(quad, [cells.x[cell]!, cells.y[cell]!]) ? inside : outside).push(cell)
    if (cells.onRing[cell]) ring.push(cell)
  }
  const typical = {
    light: quantileOf(cells.light, inside, 0.5),
    redGreen: quantileOf(cells.redGreen, inside, 0.5),
    yellowBlue: quantileOf(cells.yellowBlue, inside, 0.5),
  }
  const alike = (cell: number) =>
    Math.abs(cells.light[cell]! - typical.light) +
      2 * Math.abs(cells.redGreen[cell]! - typical.redGreen) +
      2 * Math.abs(cells.yellowBlue[cell]! - typical.yellowBlue) <
    alikeMax
  return {
    insideAlike: shareOf(inside, alike),
    outsideAlike: shareOf(outside, alike),
    ringAlike: shareOf(ring, alike),
    textureInside: meanOf(cells.texture, inside),
    textureOutside: meanOf(cells.texture, outside),
    lightInside: typical.light,
    lightOutside: meanOf(cells.light, outside),
    sharpestInside: quantileOf(cells.sharpest, inside, sharpestShare),
    burntInside: meanOf(cells.burnt, inside),
    chromaInside: Math.abs(typical.redGreen) + Math.abs(typical.yellowBlue),
  }
}

/** The quantile of the cells' values, to a whole level of −255 to 255. */
function quantileOf(values: Float32Array, cells: readonly number[], share: number): number {
  const counts = new Uint32Array(2 * levelMax + 1)
  for (const cell of cells) counts[Math.round(values[cell]!) + levelMax]!++
  const wanted = Math.floor(cells.length * share)
  let seen = 0
  for (let level = 0; level < counts.length; level++) {
    seen += counts[level]!
    if (seen > wanted) return level - levelMax
  }
  return 0
}

function meanOf(values: Float32Array, cells: readonly number[]): number {
  return cells.reduce((sum, cell) => sum + values[cell]!, 0) / Math.max(1, cells.length)
}

function shareOf(cells: readonly number[], holds: (cell: number) => boolean): number {
  let count = 0
  for (const cell of cells) if (holds(cell)) count++
  return count / Math.max(1, cells.length)
}
