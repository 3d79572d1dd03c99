import {
  concatTransformationMatrix,
  drawObject,
  PDFName,
  popGraphicsState,
  pushGraphicsState,
  type PDFDocument,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import type { Reduction } from '@equerre/contract/jobs'
import type { Size } from '@equerre/geometry/spaces'
import type { Fax } from './fax.ts'
import { readPng } from './png-chunks.ts'

/** Part of a page, in points from its top left. */
export type PdfBox = Size & { readonly left: number; readonly top: number }

/** A JPEG in three channels. */
export type Jpeg = Size & { readonly bytes: Uint8Array }

/** A layer, and how far it reaches over the picture that it is of, as a share of that one's sides. */
export type Layer<Picture> = { readonly picture: Picture; readonly across: number; readonly down: number }

/** A picture as a PDF holds it. JPEG and PNG keep their bytes; a PNG is grey or RGB, 8 bits, without alpha, not interlaced. */
export type PdfPicture =
  | { readonly kind: 'jpeg'; readonly bytes: Uint8Array; readonly reduced?: Reduction }
  | { readonly kind: 'png'; readonly bytes: Uint8Array }
  /** Black on nothing. */
  | { readonly kind: 'bilevel'; readonly ink: Layer<Fax> }
  /** Paper, and on it the ink's colours, which its ink lets through. */
  | {
      readonly kind: 'layers'
      readonly paper: Layer<Jpeg>
      readonly colours: Layer<Jpeg>
      readonly ink: Fax
      /** The ink stays as it is. */
      readonly reduced?: Reduction
    }

/** What of it takes memory; those of one page may share some. */
export function buffersOf(picture: PdfPicture): Uint8Array[] {
  switch (picture.kind) {
    case 'bilevel':
      return [picture.ink.picture.bytes]
    case 'layers':
      return [picture.paper.picture.bytes, picture.colours.picture.bytes, picture.ink.bytes]
    default:
      return [picture.bytes]
  }
}

type Placed = { readonly picture: PdfPicture; readonly box: PdfBox }

/** Fills a box of a page. */
export async function drawPicture(pdf: PDFDocument, page: PDFPage, { picture, box }: Placed): Promise<void> {
  const whole = { across: 1, down: 1 }
  switch (picture.kind) {
    case 'jpeg':
      return show(page, await embedAnyJpeg(pdf, picture.bytes), { ...whole, box })
    case 'png':
      return show(page, embedPng(pdf, picture.bytes), { ...whole, box })
    case 'bilevel':
      return show(page, embedFax(pdf, picture.ink.picture), { ...picture.ink, box })
    case 'layers': {
      const { paper, colours, ink } = picture
      show(page, embedJpeg(pdf, paper.picture), { ...paper, box })
      return show(page, embedJpeg(pdf, colours.picture, embedFax(pdf, ink)), { ...colours, box })
    }
    default:
      return picture satisfies never
  }
}

type Place = { readonly box: PdfBox; readonly across: number; readonly down: number }

function show(page: PDFPage, image: PDFRef, { box, across, down }: Place): void {
  const name = page.node.newXObject('Picture', image)
  const [width, height] = [box.width * across, box.height * down]
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(width, 0, 0, height, box.left, page.getHeight() - box.top - height),
    drawObject(name),
    popGraphicsState(),
  )
}

/** Of whatever number of channels. */
async function embedAnyJpeg(pdf: PDFDocument, bytes: Uint8Array): Promise<PDFRef> {
  const image = await pdf.embedJpg(bytes)
  await image.embed()
  return image.ref
}

const image = { Type: 'XObject', Subtype: 'Image' } as const

function embedJpeg({ context }: PDFDocument, { bytes, width, height }: Jpeg, mask?: PDFRef): PDFRef {
  const entries = { ColorSpace: 'DeviceRGB', BitsPerComponent: 8, Width: width, Height: height }
  const stream = context.stream(bytes, { ...image, ...entries, Filter: 'DCTDecode' })
  if (mask) stream.dict.set(PDFName.of('Mask'), mask)
  return context.register(stream)
}

/** As a stencil. */
function embedFax({ context }: PDFDocument, { bytes, width, height }: Fax): PDFRef {
  const entries = { ImageMask: true, BitsPerComponent: 1, Width: width, Height: height }
  const parameters = context.obj({ K: -1, Columns: width, Rows: height, BlackIs1: false })
  return context.register(
    context.stream(bytes, { ...image, ...entries, Filter: 'CCITTFaxDecode', DecodeParms: parameters }),
  )
}

/** PDF took its predictors from PNG, so the pixels stay as they are compressed. */
function embedPng({ context }: PDFDocument, file: Uint8Array): PDFRef {
  const { width, height, channels, pixels } = readPng(file)
  const entries = { BitsPerComponent: 8, Width: width, Height: height }
  const parameters = context.obj({ Predictor: 15, Colors: channels, BitsPerComponent: 8, Columns: width })
  return context.register(
    context.stream(pixels, {
      ...image,
      ...entries,
      ColorSpace: channels === 1 ? 'DeviceGray' : 'DeviceRGB',
      Filter: 'FlateDecode',
      DecodeParms: parameters,
    }),
  )
}
