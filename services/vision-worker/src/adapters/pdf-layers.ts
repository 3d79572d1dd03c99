import {
  drawObject,
  popGraphicsState,
  pushGraphicsState,
  concatTransformationMatrix,
  PDFName,
  type PDFDocument,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { GrayImage, RgbImage } from '../core/pixels.ts'
import type { Layers } from '../core/rectify/layers.ts'

/** JPEG's side of a block; a layer's quality costs less than its resolution. */
const paperQuality = 45
const coloursQuality = 40
/** TIFF's tiles are multiples of this, in pixels. */
const tileStep = 16

/** Fills a page of a PDF with its layers: paper, and on it the ink's colours, seen through the ink. */
export async function drawLayers(
  pdf: PDFDocument,
  page: PDFPage,
  { ink, paper, colours }: Layers,
): Promise<void> {
  const [mask, paperJpeg, coloursJpeg] = await Promise.all([
    fax(ink),
    jpeg(paper, paperQuality),
    jpeg(colours, coloursQuality),
  ])
  const stencil = embedMask(pdf, mask)
  const layers = [
    { image: embedJpeg(pdf, paperJpeg, paper), scale: [1, 1] },
    {
      image: embedJpeg(pdf, coloursJpeg, colours, stencil),
      // The tile is a little larger than the ink; what reaches beyond the page is not shown.
      scale: [mask.width / ink.width, mask.height / ink.height],
    },
  ] as const
  const { width, height } = page.getSize()
  layers.forEach(({ image, scale: [across, down] }, index) => {
    const name = page.node.newXObject(`Layer${index}`, image)
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(width * across, 0, 0, height * down, 0, height * (1 - down)),
      drawObject(name),
      popGraphicsState(),
    )
  })
}

type Fax = { readonly bytes: Uint8Array; readonly width: number; readonly height: number }

/** ITU-T T.6 (Group 4): libtiff writes it into a TIFF of a single tile, whose bytes are the stream that PDF wants. */
async function fax({ width, height, data }: GrayImage): Promise<Fax> {
  const up = (length: number) => Math.ceil(length / tileStep) * tileStep
  const tile = { width: up(width), height: up(height) }
  const file = await sharp(data, { raw: { width, height, channels: 1 } })
    .extend({ right: tile.width - width, bottom: tile.height - height, background: '#fff' })
    .toColourspace('b-w')
    .tiff({
      compression: 'ccittfax4',
      bitdepth: 1,
      miniswhite: true,
      tile: true,
      tileWidth: tile.width,
      tileHeight: tile.height,
    })
    .toBuffer()
  const { offset, length } = onlyTile(file)
  return { ...tile, bytes: file.subarray(offset, offset + length) }
}

/** TIFF 6.0: the tags TileOffsets and TileByteCounts of the first directory. */
function onlyTile(file: Buffer): { offset: number; length: number } {
  const tags = new Map<number, number>()
  const directory = file.readUInt32LE(4)
  for (let i = 0; i < file.readUInt16LE(directory); i++) {
    const entry = directory + 2 + i * 12
    tags.set(file.readUInt16LE(entry), file.readUInt32LE(entry + 8))
  }
  return { offset: tags.get(324)!, length: tags.get(325)! }
}

function jpeg({ width, height, data }: RgbImage, quality: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
}

function embedMask({ context }: PDFDocument, { bytes, width, height }: Fax): PDFRef {
  const parameters = context.obj({ K: -1, Columns: width, Rows: height, BlackIs1: false })
  const dictionary = {
    Type: 'XObject',
    Subtype: 'Image',
    ImageMask: true,
    BitsPerComponent: 1,
    Width: width,
    Height: height,
  }
  return context.register(
    context.stream(bytes, { ...dictionary, Filter: 'CCITTFaxDecode', DecodeParms: parameters }),
  )
}

function embedJpeg(
  { context }: PDFDocument,
  bytes: Uint8Array,
  { width, height }: RgbImage,
  mask?: PDFRef,
): PDFRef {
  const dictionary = {
    Type: 'XObject',
    Subtype: 'Image',
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Width: width,
    Height: height,
  }
  const stream = context.stream(bytes, { ...dictionary, Filter: 'DCTDecode' })
  if (mask) stream.dict.set(PDFName.of('Mask'), mask)
  return context.register(stream)
}
