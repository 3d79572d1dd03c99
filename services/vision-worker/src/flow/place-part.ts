import type { Turn } from '@equerre/contract/detourage'
import { artifactFile, storageKeys, type AssembledPage, type AssembleJob } from '@equerre/contract/jobs'
import { PageText } from '@equerre/contract/page-text'
import { Problem } from '@equerre/contract/problems'
import { homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { frameQuad, quadOfTurnedPage, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import { encodePictures } from '../adapters/encode-pictures.ts'
import type { PdfPicture } from '../adapters/pdf-pictures.ts'
import type { PdfPart } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import { discard, grayFromRgb, type GrayImage, type RgbImage } from '../core/pixels.ts'
import type { Block } from '../core/read/page-text.ts'
import { decodeMade, readMade } from './open-made.ts'

/** A finished page as a PDF holds it, and how large it is in points. */
export type Part = PdfPart & { readonly sizePt: Size }
type MadePage = Extract<AssembledPage, { readonly of: 'rectify' }>
type Wanted = Pick<AssembleJob, 'compression' | 'maxBytes'> & {
  /** Degrees to turn the picture itself clockwise. */
  readonly turned?: Turn
}

/** Corners of text are relative to the page, so it is a picture of one pixel. */
const wholePage = { width: 1, height: 1 }

/** Reads a finished page, and encodes it anew where what it is stored as is not what is wanted. */
export async function placePart(page: MadePage, wanted: Wanted, ctx: Context): Promise<Part> {
  const { turned = 0 } = wanted
  const bytes = await readMade(page, ctx)
  if (!bytes) throw new Problem('not_found')
  const pictures = await picturesOf(page, { ...wanted, turned, bytes }, ctx)
  const text = await textOf(page, turned, ctx)
  const [width, height] = [page.made.width, page.made.height].map((pixels) => (pixels * 72) / page.dpi)
  const upright = { width: width!, height: height! }
  return { pictures, sizePt: lies(turned) ? sideways(upright) : upright, ...(text && { text }) }
}

type Asked = Required<Wanted> & { readonly bytes: Buffer }

async function picturesOf(
  { made, dpi, gray }: MadePage,
  { bytes, compression, maxBytes, turned }: Asked,
  ctx: Context,
): Promise<readonly PdfPicture[]> {
  // Encoded once more, a JPEG would only lose.
  if (made.format === 'jpeg' && compression !== 'auto' && maxBytes === null && turned === 0)
    return [{ kind: 'jpeg', bytes }]
  const image = turnedBy(await decodeMade(bytes, made, ctx), turned, ctx)
  const page: RgbImage | GrayImage = gray ? grayFromRgb(image) : image
  if (gray) discard(image)
  const ranks = maxBytes !== null
  const pictures = await ctx.timed('encode', () =>
    encodePictures(page, { compression, dpi, ranks }, ctx.codec),
  )
  discard(page)
  return pictures
}

function turnedBy(image: RgbImage, turn: Turn, ctx: Context): RgbImage {
  if (turn === 0) return image
  const size = lies(turn) ? sideways(image) : { width: image.width, height: image.height }
  const corners = quadOfTurnedPage(frameQuad(image), turn)
  const turned = ctx.warp(image, homographyBetween(frameQuad(size), corners), size)
  discard(image)
  return turned
}

/** A page whose reading has failed has none. */
async function textOf(
  { ingestionId, readId }: MadePage,
  turn: Turn,
  ctx: Context,
): Promise<PdfPart['text'] | null> {
  if (readId === null) return null
  const json = await ctx.storage.read(storageKeys.artifact(ingestionId, artifactFile.text(readId)))
  if (!json) return null
  const { blocks } = PageText.parse(JSON.parse(json.toString('utf8')))
  return { blocks: blocks.map((block) => turnedText(block, turn)), picture: wholePage }
}

function turnedText({ corners, lines }: Block, turn: Turn): Block {
  const moved = <Each extends { readonly corners: Quad }>(part: Each): Each => ({
    ...part,
    corners: part.corners.map((point) => turnedPoint(point, turn)) as unknown as Quad,
  })
  return moved({
    corners,
    lines: lines.map((line) => moved({ ...line, words: line.words.map((word) => moved(word)) })),
  })
}

function turnedPoint([x, y]: Point, turn: Turn): Point {
  switch (turn) {
    case 90:
      return [1 - y, x]
    case 180:
      return [1 - x, 1 - y]
    case 270:
      return [y, 1 - x]
    default:
      return [x, y]
  }
}

function lies(turn: Turn): boolean {
  return turn % 180 !== 0
}

function sideways({ width, height }: Size): Size {
  return { width: height, height: width }
}
