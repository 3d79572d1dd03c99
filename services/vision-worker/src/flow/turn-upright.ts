import type { Corners } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, quadLargest, quadTurned } from '@equerre/geometry/quad'
import {
  quadInPixels,
  type PreviewPoint,
  type PreviewQuad,
  type RelativeQuad,
} from '@equerre/geometry/spaces'
import type { UprightModel } from '../adapters/upright-model.ts'
import type { Context } from '../context.ts'
import { withDocuments } from '../core/detect/answer/with-documents.ts'
import {
  clearTurn,
  mayLieTurned,
  readingSize,
  votesOfTiles,
  type QuarterTurns,
} from '../core/detect/upright/turns.ts'
import { richestTiles } from '../core/detect/upright/tiles.ts'
import { discard, grayFromRgb, type GrayImage, type RgbImage } from '../core/pixels.ts'
import type { Warp } from '../core/rectify/warp.ts'
import { readInDoubt } from './read-in-doubt.ts'
import { withTextNetworks, type OpenNetworks } from './with-text-networks.ts'

/** Of the documents on a photo so many are read: each takes up to half a second. */
const readMost = 3

type UprightTools = Pick<Context, 'warp'> & {
  readonly model: UprightModel
  readonly networks: OpenNetworks
}

/**
 * Makes the corners of every document start at the top left of its text, where that is clear; otherwise at the top left in
 * the photo. The alternatives are other views of the largest document, so they are turned like it.
 */
export async function turnUpright(
  answer: DetectResult,
  image: RgbImage,
  { uprightModel, textFiles, warp }: Pick<Context, 'uprightModel' | 'textFiles' | 'warp'>,
): Promise<DetectResult> {
  const model = await uprightModel()
  if (!model || answer.status === 'NOT_FOUND') return answer
  const quads = answer.documents.map(({ corners }) =>
    quadInPixels<PreviewPoint>(corners as RelativeQuad, image),
  )
  const turns = await withTextNetworks(textFiles, async (open) => {
    let left = readMost
    const networks = async () => (left-- > 0 ? open() : null)
    const all: QuarterTurns[] = []
    for (const quad of quads) all.push((await readTurns(image, quad, { model, networks, warp })) ?? 0)
    return all
  })
  const read = <Found extends { readonly corners: Corners }>(found: Found, turned: QuarterTurns): Found => ({
    ...found,
    corners: quadTurned(found.corners, turned),
  })
  const largest = turns[quadLargest(answer.documents.map((found) => found.corners))]!
  const alternatives = answer.alternatives.map((other) => read(other, largest))
  const documents = answer.documents.map((found, index) => read(found, turns[index]!))
  return withDocuments({ ...answer, alternatives }, documents)
}

/** How a page in a preview is rotated; null when unclear. */
export async function readTurns(
  image: RgbImage,
  quad: PreviewQuad,
  { model, networks, warp }: UprightTools,
): Promise<QuarterTurns | null> {
  const tiles = richestTiles(readablePage(image, quad, warp))
  if (tiles.count === 0) return null
  const votes = votesOfTiles(await model(tiles))
  const clear = clearTurn(votes)
  if (clear !== null || !mayLieTurned(votes)) return clear
  const models = await networks()
  return models && readInDoubt(image, { quad, votes }, { models, warp })
}

/** A page of a preview, straightened and grey, just large enough to tell its lines of text. */
export function readablePage(image: RgbImage, quad: PreviewQuad, warp: Warp): GrayImage {
  const size = readingSize(quad)
  const page = warp(image, homographyBetween(frameQuad(size), quad), size)
  const gray = grayFromRgb(page)
  discard(page)
  return gray
}
