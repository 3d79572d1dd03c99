import { homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, quadSideLengths, quadTurned, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import type { LineReader, TextModels, TextNetworks } from '../adapters/text-models.ts'
import { discard, type RgbImage } from '../core/pixels.ts'
import { lineSize, withinBounds } from '../core/read/cut.ts'
import { pageText, wordsOnLine, type Block, type Word } from '../core/read/page-text.ts'
import { isDoubtful, isWestern } from '../core/read/script.ts'
import { linesOnMap } from '../core/read/text-map.ts'
import { transcribe, type Character } from '../core/read/transcribe.ts'
import { relight } from '../core/rectify/light/light.ts'
import type { Warp } from '../core/rectify/warp.ts'

/** Long side of the picture that lines are looked for on: at 80 dpi of A4, print of 7 points is still found. */
const findingSide = 960
/** The finder halves its input five times. */
const sideStep = 32
/** A line that is this much taller than wide runs down the page. */
const standingMin = 1.5
/** So many lines of a page are read again in vain: of a stained or blurred one, every line is doubtful. */
const doubtsMax = 10

type Tools = { readonly models: TextModels; readonly warp: Warp }
type Networks = { readonly models: TextNetworks; readonly warp: Warp }

/** Reads an upright page. @returns in pixels of the page */
export async function readText(page: RgbImage, { models, warp }: Tools): Promise<Block[]> {
  if ('find' in models) return pageText(await readLines(page, { models, warp }))
  // Tesseract parts ink from paper by itself, but not in a shadow.
  const lit = relight(page)
  const lines = models.readPage(lit)
  if (lit !== page) discard(lit)
  return pageText(lines)
}

/** Finds lines on a reduced copy, then cuts each out of the page and reads it. */
async function readLines(page: RgbImage, { models, warp }: Networks): Promise<Word[][]> {
  const lines: Word[][] = []
  const read = pageReader(models)
  for (const quad of await findLines(page, { models, warp })) {
    const line = cutOut(page, quad, warp)
    lines.push(wordsOnLine(quad, await read(line)))
    discard(line)
  }
  return lines
}

/**
 * Reads a page's lines as Western first, which spares a quarter of the work. Once a line that says little turns out to be in
 * another script, all that follow are read with everything.
 */
function pageReader({ western, everything }: TextNetworks): (line: RgbImage) => Promise<Character[]> {
  const readBy = async ({ read, alphabet }: LineReader, line: RgbImage) =>
    transcribe(await read(line), alphabet)
  let [doubts, isWest] = [0, true]
  return async (line) => {
    if (!isWest) return readBy(everything, line)
    const characters = await readBy(western, line)
    if (doubts === doubtsMax || !isDoubtful(characters, line)) return characters
    doubts++
    const again = await readBy(everything, line)
    isWest = again.every(({ sign }) => isWestern(sign))
    return again
  }
}

async function findLines(page: RgbImage, { models, warp }: Networks): Promise<Quad[]> {
  const size = findingSize(page)
  const small = warp(page, homographyBetween(frameQuad(size), frameQuad(page)), size)
  const map = await models.find(small)
  discard(small)
  const [across, down] = [page.width / size.width, page.height / size.height]
  return withinBounds(linesOnMap(map).map((quad) => upright(scaled(quad, across, down))))
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

function cutOut(page: RgbImage, line: Quad, warp: Warp): RgbImage {
  const size = lineSize(line)
  return warp(page, homographyBetween(frameQuad(size), line), size)
}
