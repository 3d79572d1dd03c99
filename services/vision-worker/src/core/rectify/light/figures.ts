import { median, type GrayImage } from '../../pixels.ts'
import type { Planes } from './light-cells.ts'
import { basinsFilled, closed, dilated, opened, reconstructed } from './morphology.ts'

/** How far the colour of paper varies under one light, as the share of red and blue in the sum of channels. */
const chromaSpread = 0.035
/** Light changes by less than this between cells (natural logarithm); only folds and printed borders are steeper. */
const stepMax = 0.05
/** Gaps in a printed border are bridged by this many cells on either side. */
const gapRadius = 5
/** Figures narrower than twice this were removed with the ink, or are folds in the paper. */
const narrowRadius = 3
/** A figure's rim mixes paper and figure, so it cannot measure the light. */
const rimRadius = 2

/**
 * 255 where a picture, or a coloured or grey area covers the paper: anything of a different colour than the paper, with a
 * sharp border all around, or enclosed by lighter paper. A shadow is none of these: it reaches in over the page's border
 * and has the paper's colour.
 * @param surface the page without its ink, per cell
 */
export function findFigures(surface: Planes<GrayImage>): GrayImage {
  const outlined = basinsFilled(closed(suspectsOn(surface), gapRadius))
  const islands = darkIslands(surface[1])
  const data = outlined.data.map((value, at) => value | islands.data[at]!)
  return dilated(opened({ ...outlined, data }, narrowRadius), rimRadius)
}

/** Places enclosed by lighter ones: every path to the page's border crosses them. */
function darkIslands(surface: GrayImage): GrayImage {
  const { width, height, data } = surface
  const rims = basinsFilled(surface).data
  const below = (share: number) => ({
    width,
    height,
    data: data.map((value, at) => (value < share * rims[at]! ? 255 : 0)),
  })
  // Two levels (hysteresis), so that an island is whole or absent: dents of crumpled paper are not that deep.
  return reconstructed(below(0.86), below(0.92))
}

/** 255 at steep steps of lightness and where the colour is not the paper's. */
function suspectsOn([red, green, blue]: Planes<GrayImage>): GrayImage {
  const { width, height } = red
  const data = new Uint8Array(width * height)
  const lightness = new Float32Array(data.length)
  const reds = new Float32Array(data.length)
  const blues = new Float32Array(data.length)
  for (let at = 0; at < data.length; at++) {
    const sum = red.data[at]! + green.data[at]! + blue.data[at]! + 1
    lightness[at] = Math.log(sum)
    reds[at] = red.data[at]! / sum
    blues[at] = blue.data[at]! / sum
  }
  const paperRed = median(reds)
  const paperBlue = median(blues)
  for (let at = 0; at < data.length; at++) {
    const right = (at + 1) % width === 0 ? at : at + 1
    const under = at + width < data.length ? at + width : at
    const across = Math.abs(lightness[right]! - lightness[at]!)
    const down = Math.abs(lightness[under]! - lightness[at]!)
    const stray = Math.hypot(reds[at]! - paperRed, blues[at]! - paperBlue)
    if (Math.max(across, down) > stepMax || stray > chromaSpread) data[at] = 255
  }
  return { width, height, data }
}
