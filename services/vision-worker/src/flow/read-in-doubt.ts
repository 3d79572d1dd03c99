import type { Quad } from '@equerre/geometry/quad'
import type { PreviewQuad } from '@equerre/geometry/spaces'
import {
  middleOf,
  seekingSidePx,
  tellingLines,
  turnsAlong,
  voteOfLine,
  type Reading,
} from '../core/detect/upright/lines.ts'
import { clearTurn, type QuarterTurns, type Votes } from '../core/detect/upright/turns.ts'
import { discard, type RgbImage } from '../core/pixels.ts'
import { transcribe } from '../core/read/transcribe.ts'
import { cutOut, findLines, type ReadingTools } from './find-lines.ts'

/**
 * Reads lines of a page, each forwards and backwards, until it is clear which way up they are.
 * @param votes what its tiles say
 * @returns null where it stays unclear
 */
export async function readInDoubt(
  image: RgbImage,
  { quad, votes }: { readonly quad: PreviewQuad; readonly votes: Votes },
  tools: ReadingTools,
): Promise<QuarterTurns | null> {
  const known = [...votes]
  for (const line of tellingLines(await findLines(image, { page: quad, sidePx: seekingSidePx }, tools))) {
    const [forth, back] = turnsAlong(line)
    const readings = [
      await readLine(image, middleOf(line, forth), tools),
      await readLine(image, middleOf(line, back), tools),
    ] as const
    known[forth]! += voteOfLine(readings[0], readings[1])
    known[back]! += voteOfLine(readings[1], readings[0])
    const clear = clearTurn(known)
    if (clear !== null) return clear
  }
  return null
}

async function readLine(image: RgbImage, line: Quad, { models, warp }: ReadingTools): Promise<Reading> {
  const cut = cutOut(image, line, warp)
  const { read, alphabet } = models.western
  const characters = transcribe(await read(cut), alphabet)
  discard(cut)
  const chance = characters.reduce((sum, each) => sum + each.chance, 0) / Math.max(1, characters.length)
  return { count: characters.length, chance }
}
