import { homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, quadSideLengths, quadTurned, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import type { TextModels } from '../adapters/text-models.ts'
import { discard, type RgbImage } from '../core/pixels.ts'
import { pageText, type Block, type Piece } from '../core/read/page-text.ts'
import { linesOnMap } from '../core/read/text-map.ts'
import { transcribe } from '../core/read/transcribe.ts'
import type { Warp } from '../core/rectify/warp.ts'

/** Long side of the picture that lines are looked for on: at 80 dpi of A4, print of 7 points is still found. */
const findingSide = 960
/** The finder halves its input five times. */
const sideStep = 32
/** Height of a line for the reader. */
const lineHeight = 48
const lineWidthMin = 16
/** Bounds the memory that one line takes, 0.4 MB per 32 px. */
const lineWidthMax = 3_200
/** A line that is this much taller than wide runs down the page. */
const standingMin = 1.5

type Tools = { readonly models: TextModels; readonly warp: Warp }

/**
 * Reads an upright page: its lines are found on a reduced copy, then each is cut out of the page and read.
 * @returns in pixels of the page
 */
export async function readText(page: RgbImage, { models, warp }: Tools): Promise<Block[]> {
  const pieces: Piece[] = []
  for (const quad of await findLines(page, { models, warp })) {
    const line = cutOut(page, quad, warp)
    pieces.push({ quad, characters: transcribe(await models.read(line), models.alphabet) })
    discard(line)
  }
  return pageText(pieces)
}

async function findLines(page: RgbImage, { models, warp }: Tools): Promise<Quad[]> {
  const size = findingSize(page)
  const small = warp(page, homographyBetween(frameQuad(size), frameQuad(page)), size)
  const map = await models.find(small)
  discard(small)
  const [across, down] = [page.width / size.width, page.height / size.height]
  return linesOnMap(map).map((quad) => upright(scaled(quad, across, down)))
}

function findingSize({ width, height }: Size): Size {
  const scale = Math.min(1, findingSide / Math.max(width, height))
  const side = (length: number) => Math.max(sideStep, Math.round((length * scale) / sideStep) * sideStep)
  return { width: side(width), height: side(height) }
}

function scaled([a, b, c, d]: Quad, across: number, down: number): Quad {
  const point = ([x, y]: Quad[number]) => [x * across, y * down] as const
  return [point(a), point(b), point(c), point(d)]
}

/** What runs down a page is nearly always read from the bottom up. */
function upright(quad: Quad): Quad {
  const [across, down] = quadSideLengths(quad)
  return down > standingMin * across ? quadTurned(quad, 3) : quad
}

function cutOut(page: RgbImage, quad: Quad, warp: Warp): RgbImage {
  const [across, down] = quadSideLengths(quad)
  const width = Math.min(lineWidthMax, Math.max(lineWidthMin, Math.round((across / down) * lineHeight)))
  const size = { width, height: lineHeight }
  return warp(page, homographyBetween(frameQuad(size), quad), size)
}
