import { PDFDocument } from '@cantoo/pdf-lib'

/** A straightened page from the service; its size is in pixels at `dpi`. */
export type Page = {
  readonly file: Blob
  readonly width: number
  readonly height: number
  readonly dpi: number
}

const pointsPerInch = 72
/** Barely distinguishable from the original at a tenth of its size. */
const jpegQuality = 0.9
/** Phones leave a larger canvas blank. */
const canvasPixelsMax = 16_000_000

/** Joins pages into one PDF at their physical size; PDF pages are copied, pictures become JPEG. */
export async function joinPages(pages: AsyncIterable<Page>): Promise<Blob> {
  const joined = await PDFDocument.create()
  for await (const page of pages) {
    if (page.file.type === 'application/pdf') await copyPages(joined, page.file)
    else await addPicture(joined, page)
  }
  return new Blob([await joined.save()] as BlobPart[], { type: 'application/pdf' })
}

async function copyPages(joined: PDFDocument, file: Blob): Promise<void> {
  const source = await PDFDocument.load(await file.arrayBuffer())
  for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page)
}

async function addPicture(joined: PDFDocument, { file, width, height, dpi }: Page): Promise<void> {
  const jpeg = file.type === 'image/jpeg' ? file : await encodeJpeg(file)
  const picture = await joined.embedJpg(await jpeg.arrayBuffer())
  const size = { width: (width / dpi) * pointsPerInch, height: (height / dpi) * pointsPerInch }
  joined.addPage([size.width, size.height]).drawImage(picture, { x: 0, y: 0, ...size })
}

async function encodeJpeg(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, Math.sqrt(canvasPixelsMax / (picture.width * picture.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(picture.width * scale)
  canvas.height = Math.floor(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    const take = (jpeg: Blob | null) =>
      jpeg ? resolve(jpeg) : reject(new Error('the picture cannot be encoded'))
    canvas.toBlob(take, 'image/jpeg', jpegQuality)
  })
}
