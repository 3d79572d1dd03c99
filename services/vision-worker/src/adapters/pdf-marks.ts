import type { Point } from '@equerre/geometry/point'
import { boxQuad, type Quad } from '@equerre/geometry/quad'
import { identity, moved, productOf, type PdfMatrix } from '../core/ingest/pdf-matrix.ts'
import type { PdfMark } from '../core/ingest/pdf-picture.ts'
import { withMemory, type ObjectHandle, type OpenPdf, type PageHandle, type Pdfium } from './pdfium.ts'

/** Return values of `FPDFPageObj_GetType`. */
const types = { text: 1, path: 2, image: 3, form: 5 }
/** Of `FPDFTextObj_GetTextRenderMode`: invisible text, such as OCR puts over a scan, and text used only for clipping. */
const unseenTextModes = [3, 7]
/** Filters of bilevel images, with their abbreviations for inline images; for others, bits per pixel decide. */
const bitonalFilters = ['CCITTFaxDecode', 'CCF', 'JBIG2Decode']
/** Never bilevel, and asking for their bits per pixel would decode them. */
const tonalFilters = ['DCTDecode', 'DCT', 'JPXDecode']
/** Forms nested deeper than this are not searched: scanners do not nest, only drawn pages do. */
const formDepthMax = 8
/** A page with more is not a scan: scanners write one image or a few strips, and OCR one text object per word. */
const marksMax = 10_000
/** `FPDF_PageToDevice` answers in whole steps: this many to a page's side. */
const deviceSteps = 1e6
const filterBytes = 32

type Paper = { readonly pdfium: Pdfium; readonly page: PageHandle; readonly toUpright: PdfMatrix }

/** What is visible on a page, and whether `marksMax` cut the list short. */
type Marks = { readonly marks: readonly PdfMark[]; readonly more: boolean }

/** What is visible on a page, in painting order and upright points. Decodes no image. */
export function readMarks({ pdfium }: OpenPdf, page: PageHandle): Marks {
  const paper = { pdfium, page, toUpright: uprightMatrix(pdfium, page) }
  const marks: PdfMark[] = []
  for (const { object, toPage } of objectsOn(paper)) {
    if (marks.length === marksMax) return { marks, more: true }
    const mark = describe(paper, object, toPage)
    if (mark) marks.push(mark)
  }
  return { marks, more: false }
}

type Placed = { readonly object: ObjectHandle; readonly toPage: PdfMatrix }

function* objectsOn({ pdfium, page }: Paper): Generator<Placed> {
  const count = pdfium._FPDFPage_CountObjects(page)
  for (let i = 0; i < count; i++) {
    const object = pdfium._FPDFPage_GetObject(page, i)
    yield* unfolded(pdfium, { object, toPage: identity }, formDepthMax)
  }
}

/** The object itself, or the objects in it if it is a form. */
function* unfolded(pdfium: Pdfium, { object, toPage }: Placed, depth: number): Generator<Placed> {
  if (depth === 0 || pdfium._FPDFPageObj_GetType(object) !== types.form) return yield { object, toPage }
  const inner = productOf(matrixOf(pdfium, object), toPage)
  const count = pdfium._FPDFFormObj_CountObjects(object)
  for (let i = 0; i < count; i++) {
    const part = pdfium._FPDFFormObj_GetObject(object, i)
    yield* unfolded(pdfium, { object: part, toPage: inner }, depth - 1)
  }
}

function describe(paper: Paper, object: ObjectHandle, toPage: PdfMatrix): PdfMark | null {
  const { pdfium, toUpright } = paper
  const type = pdfium._FPDFPageObj_GetType(object)
  if (type === types.image) return describeImage(paper, object, toPage)
  if (type === types.text && unseenTextModes.includes(pdfium._FPDFTextObj_GetTextRenderMode(object)))
    return null
  const corners = boundsOf(pdfium, object)
  if (!corners) return null
  const placed = corners.map((corner) => moved(corner, productOf(toPage, toUpright))) as unknown as Quad
  return { what: 'ink', corners: placed, white: type === types.path && isWhite(pdfium, object) }
}

function describeImage({ pdfium, page, toUpright }: Paper, image: ObjectHandle, toPage: PdfMatrix): PdfMark {
  const matrix = productOf(productOf(matrixOf(pdfium, image), toPage), toUpright)
  const [a, b, c, d] = matrix
  const { width, height } = pixelsOf(pdfium, image)
  const corners = boxQuad({ left: 0, top: 1, right: 1, bottom: 0 }).map((corner) => moved(corner, matrix))
  return {
    what: 'image',
    corners: corners as unknown as Quad,
    pixelsPerPt: Math.max(width / Math.hypot(a, b), height / Math.hypot(c, d)),
    pixels: width * height,
    ...codingOf(pdfium, image, page),
  }
}

function codingOf(pdfium: Pdfium, image: ObjectHandle, page: PageHandle) {
  const last = pdfium._FPDFImageObj_GetImageFilterCount(image) - 1
  const filter = last < 0 ? '' : filterOf(pdfium, image, last)
  const unsure = !bitonalFilters.includes(filter) && !tonalFilters.includes(filter)
  const bitonal = bitonalFilters.includes(filter) || (unsure && bitsOf(pdfium, image, page) === 1)
  return { bitonal, jpeg2000: filter === 'JPXDecode' }
}

function filterOf(pdfium: Pdfium, image: ObjectHandle, index: number): string {
  return withMemory(pdfium, filterBytes, (at) => {
    const bytes = pdfium._FPDFImageObj_GetImageFilter(image, index, at, filterBytes)
    return Buffer.from(pdfium.HEAPU8.subarray(at, at + Math.min(bytes, filterBytes) - 1)).toString('latin1')
  })
}

/** Bits per pixel: in the struct after two sizes and two resolutions, and before two more numbers. */
function bitsOf(pdfium: Pdfium, image: ObjectHandle, page: PageHandle): number {
  return withMemory(pdfium, 28, (at) => {
    pdfium._FPDFImageObj_GetImageMetadata(image, page, at)
    return memoryOf(pdfium).getUint32(at + 16, true)
  })
}

function pixelsOf(pdfium: Pdfium, image: ObjectHandle): { width: number; height: number } {
  return withMemory(pdfium, 8, (at) => {
    pdfium._FPDFImageObj_GetImagePixelSize(image, at, at + 4)
    const memory = memoryOf(pdfium)
    return { width: memory.getUint32(at, true), height: memory.getUint32(at + 4, true) }
  })
}

/** A shape filled with white and not outlined: many programs start a page with one. */
function isWhite(pdfium: Pdfium, path: ObjectHandle): boolean {
  return withMemory(pdfium, 16, (at) => {
    pdfium._FPDFPath_GetDrawMode(path, at, at + 4)
    const outlined = memoryOf(pdfium).getUint32(at + 4, true) !== 0
    pdfium._FPDFPageObj_GetFillColor(path, at, at + 4, at + 8, at + 12)
    const memory = memoryOf(pdfium)
    return !outlined && [0, 4, 8].every((channel) => memory.getUint32(at + channel, true) === 255)
  })
}

/** An object's bounding box, in the space it is drawn in; null when it has no area. */
function boundsOf(pdfium: Pdfium, object: ObjectHandle): Quad | null {
  return withMemory(pdfium, 16, (at) => {
    if (!pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return null
    const memory = memoryOf(pdfium)
    const [left, bottom, right, top] = floats(memory, at, 4) as [number, number, number, number]
    return right > left && top > bottom ? boxQuad({ left, top, right, bottom }) : null
  })
}

function matrixOf(pdfium: Pdfium, object: ObjectHandle): PdfMatrix {
  return withMemory(pdfium, 24, (at) => {
    if (!pdfium._FPDFPageObj_GetMatrix(object, at)) return identity
    return floats(memoryOf(pdfium), at, 6) as unknown as PdfMatrix
  })
}

/** From page space to points from the upright top left: includes the crop box and the rotation. */
function uprightMatrix(pdfium: Pdfium, page: PageHandle): PdfMatrix {
  const size = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)] as const
  const far = 1e3
  const [origin, right, up] = (
    [
      [0, 0],
      [far, 0],
      [0, far],
    ] as const
  ).map(([x, y]) =>
    withMemory(pdfium, 8, (at): Point => {
      pdfium._FPDF_PageToDevice(page, 0, 0, deviceSteps, deviceSteps, 0, x, y, at, at + 4)
      const memory = memoryOf(pdfium)
      const [across, down] = [memory.getInt32(at, true), memory.getInt32(at + 4, true)]
      return [(across * size[0]) / deviceSteps, (down * size[1]) / deviceSteps]
    }),
  ) as [Point, Point, Point]
  return [
    (right[0] - origin[0]) / far,
    (right[1] - origin[1]) / far,
    (up[0] - origin[0]) / far,
    (up[1] - origin[1]) / far,
    ...origin,
  ]
}

/** A view of PDFium's memory, made anew each time because growing moves it. */
function memoryOf({ HEAPU8 }: Pdfium): DataView {
  return new DataView(HEAPU8.buffer)
}

function floats(memory: DataView, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => memory.getFloat32(at + 4 * i, true))
}
