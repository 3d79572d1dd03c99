import { frameQuad, quadSideLengths, quadTurned, type Quad } from '@equerre/geometry/quad'
import type { LineReader, TextModels, TextNetworks } from '../adapters/text-models.ts'
import { discard, type RgbImage } from '../core/pixels.ts'
import { withinBounds } from '../core/read/cut.ts'
import { pageText, wordsOnLine, type Block, type Word } from '../core/read/page-text.ts'
import { isDoubtful, isWestern } from '../core/read/script.ts'
import { transcribe, type Character } from '../core/read/transcribe.ts'
import { relight } from '../core/rectify/light/light.ts'
import type { Warp } from '../core/rectify/warp.ts'
import { cutOut, findLines, type ReadingTools } from './find-lines.ts'

/** Long side of the picture that lines are looked for on: at 80 dpi of A4, print of 7 points is still found. */
const findingSide = 960
/** A line that is this much taller than wide runs down the page. */
const standingMin = 1.5
/** So many lines of a page are read again in vain: of a stained or blurred one, every line is doubtful. */
const doubtsMax = 10

type Tools = { readonly models: TextModels; readonly warp: Warp }

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
async function readLines(page: RgbImage, { models, warp }: ReadingTools): Promise<Word[][]> {
  const lines: Word[][] = []
  const read = pageReader(models)
  for (const quad of await findPageLines(page, { models, warp })) {
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

async function findPageLines(page: RgbImage, tools: ReadingTools): Promise<Quad[]> {
  const lines = await findLines(page, { page: frameQuad(page), sidePx: findingSide }, tools)
  return withinBounds(lines.map(upright))
}

/** What runs down a page is nearly always read from the bottom up. */
function upright(quad: Quad): Quad {
  const [across, down] = quadSideLengths(quad)
  return down > standingMin * across ? quadTurned(quad, 3) : quad
}
