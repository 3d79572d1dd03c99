import type { Reduction } from '@equerre/contract/jobs'
import type { Size } from '@equerre/geometry/spaces'
import sharp from 'sharp'
import { discard, rgbFromGray, type GrayImage, type RgbImage } from '../core/pixels.ts'
import { padded, separated, type Layer as PixelLayer, type Layers } from '../core/rectify/layers.ts'
import { isSheet } from '../core/rectify/light/light.ts'
import type { Codec } from './codec.ts'
import { encodeFax, tileStep, type Fax } from './fax.ts'
import type { Jpeg, Layer, PdfPicture } from './pdf-pictures.ts'

/** How a page is compressed: print taken apart from paper and pictures left whole, always as JPEG, or without a loss. */
export type Compression = 'auto' | 'jpeg' | 'lossless'

export type PictureOptions = {
  readonly compression: Compression
  readonly dpi: number
  /** Whether smaller ones may be needed too; else only the best is encoded. */
  readonly ranks: boolean
}

/** Of a whole page: first quality, then resolution. */
const jpegRanks: readonly Reduction[] = [
  { quality: 90, scale: 1 },
  { quality: 75, scale: 1 },
  { quality: 60, scale: 3 / 4 },
  { quality: 50, scale: 1 / 2 },
  { quality: 40, scale: 1 / 3 },
  { quality: 30, scale: 1 / 4 },
]
/** Of the layers of colour; the ink keeps its resolution. */
const layerRanks: readonly Reduction[] = [
  { quality: 75, scale: 1 },
  { quality: 60, scale: 2 / 3 },
  { quality: 45, scale: 1 / 2 },
  { quality: 35, scale: 1 / 3 },
  { quality: 25, scale: 1 / 5 },
]

/** The picture of a page for a PDF, encoded once, or in every rank: the best first. */
export async function encodePictures(
  page: RgbImage | GrayImage,
  { compression, dpi, ranks }: PictureOptions,
  codec: Codec,
): Promise<PdfPicture[]> {
  if (isBilevel(page)) return [await bilevel(page)]
  if (compression === 'lossless') return [{ kind: 'png', bytes: await codec.encodePng(page, dpi) }]
  const first = (all: readonly Reduction[]) => (ranks ? all : all.slice(0, 1))
  if (compression === 'jpeg') return inTurn(first(jpegRanks), (rank) => jpegPage(page, { dpi, codec }, rank))
  const coloured = isRgb(page) ? page : rgbFromGray(page)
  if (!isSheet(coloured))
    return inTurn(first(jpegRanks.slice(1)), (rank) => jpegPage(page, { dpi, codec }, rank))
  const layers = separated(coloured, dpi)
  if (coloured !== page) discard(coloured)
  const sheet = { layers, ink: await encodeFax(layers.ink), page }
  return inTurn(first(layerRanks), (rank) => layeredPage(sheet, rank))
}

function isRgb({ width, height, data }: RgbImage | GrayImage): boolean {
  return data.length === width * height * 3
}

function isBilevel(page: RgbImage | GrayImage): boolean {
  return !isRgb(page) && page.data.every((value) => value === 0 || value === 255)
}

type Reducible = Extract<PdfPicture, { readonly reduced?: Reduction }>

/** One after the other, so that one is in memory at a time. */
async function inTurn(
  ranks: readonly Reduction[],
  encode: (rank: Reduction) => Promise<Reducible>,
): Promise<Reducible[]> {
  const pictures: Reducible[] = []
  for (const rank of ranks) {
    const picture = await encode(rank)
    pictures.push(pictures.length === 0 ? picture : { ...picture, reduced: rank })
  }
  return pictures
}

async function bilevel(page: GrayImage): Promise<PdfPicture> {
  const ink = padded(page, tileStep)
  return { kind: 'bilevel', ink: { picture: await encodeFax(ink), ...reachOf(ink, page) } }
}

async function jpegPage(
  page: RgbImage | GrayImage,
  { dpi, codec }: { readonly dpi: number; readonly codec: Codec },
  { quality, scale }: Reduction,
): Promise<Reducible> {
  const small =
    scale < 1 ? await codec.shrink(page, Math.round(Math.max(page.width, page.height) * scale)) : page
  return { kind: 'jpeg', bytes: await codec.encodeJpeg(small, { quality, dpi: Math.round(dpi * scale) }) }
}

type Sheet = { readonly layers: Layers; readonly ink: Fax; readonly page: Size }

async function layeredPage({ layers, ink, page }: Sheet, rank: Reduction): Promise<Reducible> {
  const colours = await jpegLayer(layers.colours, page, { ...rank, scale: 1 })
  return { kind: 'layers', paper: await jpegLayer(layers.paper, page, rank), colours, ink }
}

async function jpegLayer(
  { image, step }: PixelLayer,
  page: Size,
  { quality, scale }: Reduction,
): Promise<Layer<Jpeg>> {
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)))
  const bytes = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .resize({ width: width!, height: height!, fit: 'fill' })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
  const reach = reachOf({ width: image.width * step, height: image.height * step }, page)
  return { picture: { width: width!, height: height!, bytes }, ...reach }
}

function reachOf(layer: Size, page: Size) {
  return { across: layer.width / page.width, down: layer.height / page.height }
}
