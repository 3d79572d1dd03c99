import {
  PDFDocument,
  PDFName,
  StandardFonts,
  TextRenderingMode,
  degrees,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
  concatTransformationMatrix as placed,
  rgb,
  setTextRenderingMode,
  type PDFFont,
  type PDFOperator,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import sharp from 'sharp'

/** A picture as a file, and its size in pixels. */
type Enclosed = { readonly jpeg: Buffer; readonly width: number; readonly height: number }

type Sheet = { readonly pdf: PDFDocument; readonly font: PDFFont; readonly picture: Enclosed }

/** A4, in points. */
const a4 = { width: 595.28, height: 841.89 }

/**
 * Every way in which programs make a page from one picture: what is visible is always the picture, with
 * nothing but blank paper around it.
 */
export const pictureWays: Readonly<Record<string, (sheet: Sheet) => Promise<void>>> = {
  'at a point a pixel, as photo exports do': async ({ pdf, picture }) => {
    const { width, height } = picture
    await drawPicture(pdf.addPage([width, height]), picture, [width, 0, 0, height, 0, 0])
  },
  'fitted to A4 between bands of bare paper': async ({ pdf, picture }) => {
    await drawPicture(pdf.addPage([a4.width, a4.height]), picture, fitted(picture, 0))
  },
  'on A4 with margins, behind a white ground': async ({ pdf, picture }) => {
    const page = pdf.addPage([a4.width, a4.height])
    page.drawRectangle({ x: 0, y: 0, ...a4, color: rgb(1, 1, 1) })
    await drawPicture(page, picture, fitted(picture, 28))
  },
  'under text that nobody sees': async ({ pdf, font, picture }) => {
    const { width, height } = picture
    const page = pdf.addPage([width / 3, height / 3])
    await drawPicture(page, picture, [width / 3, 0, 0, height / 3, 0, 0])
    page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible))
    page.drawText('Facture du mois de mars', { x: 40, y: 60, size: 12, font })
    page.pushOperators(popGraphicsState())
  },
  'over text that it hides': async ({ pdf, font, picture }) => {
    const { width, height } = picture
    const page = pdf.addPage([width / 2, height / 2])
    page.drawText('Facture du mois de mars', { x: 40, y: 60, size: 12, font })
    await drawPicture(page, picture, [width / 2, 0, 0, height / 2, 0, 0])
  },
  'in a form within a form': async ({ pdf, picture }) => {
    const { width, height } = picture
    const page = pdf.addPage([width, height])
    const image = (await pdf.embedJpg(picture.jpeg)).ref
    const inner = formOf(pdf, {
      drawn: { Im: image },
      operators: [placed(width / 2, 0, 0, height / 2, 0, 0), drawObject('Im')],
    })
    const outer = formOf(pdf, {
      drawn: { Fm: inner },
      operators: [placed(2, 0, 0, 2, -30, -50), drawObject('Fm')],
      matrix: [1, 0, 0, 1, 30, 50],
    })
    page.node.setXObject(PDFName.of('Outer'), outer)
    page.pushOperators(drawObject('Outer'))
  },
  'turned by the page, a quarter': (sheet) => drawTurned(sheet, 90),
  'turned by the page, a half': (sheet) => drawTurned(sheet, 180),
  'turned by the page, three quarters': (sheet) => drawTurned(sheet, 270),
  'in strips, as scanners write': async ({ pdf, picture }) => {
    const { width, height } = picture
    const page = pdf.addPage([width / 4, height / 4])
    const stripHeight = Math.ceil(height / 7)
    for (let top = 0; top < height; top += stripHeight) {
      const part = { left: 0, top, width, height: Math.min(stripHeight, height - top) }
      const jpeg = await sharp(picture.jpeg).extract(part).jpeg({ quality: 95 }).toBuffer()
      const below = (height - top - part.height) / 4
      await drawPicture(page, { ...part, jpeg }, [width / 4, 0, 0, part.height / 4, 0, below])
    }
  },
  'on a larger sheet that is cut back to it': async ({ pdf, picture }) => {
    const { width, height } = picture
    const page = pdf.addPage([width + 200, height + 300])
    await drawPicture(page, picture, [width, 0, 0, height, 120, 70])
    page.setCropBox(120, 70, width, height)
  },
  'without loss, and partly transparent on paper': async ({ pdf, picture }) => {
    const { width, height } = picture
    const image = await pdf.embedPng(await sharp(picture.jpeg).ensureAlpha(0.999).png().toBuffer())
    pdf.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
  },
}

/** A PDF of one page that shows the picture, made in one of the `pictureWays`. */
export async function pdfOfPicture(picture: Enclosed, way: keyof typeof pictureWays): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  await pictureWays[way]!({ pdf, font, picture })
  return Buffer.from(await pdf.save())
}

/** A bilevel A4 page, as office scanners and fax machines send it. */
export async function bitonalPdf({ jpeg, width, height }: Enclosed): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const { data } = await sharp(jpeg)
    .greyscale()
    .threshold(128)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const row = Math.ceil(width / 8)
  const bits = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (data[y * width + x]! > 0) bits[y * row + (x >> 3)]! |= 0x80 >> (x & 7)
  const image = pdf.context.flateStream(bits, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 1,
    ColorSpace: 'DeviceGray',
  })
  const page = pdf.addPage([a4.width, a4.height])
  page.node.setXObject(PDFName.of('Im'), pdf.context.register(image))
  page.pushOperators(placed(a4.width, 0, 0, a4.height, 0, 0), drawObject('Im'))
  return Buffer.from(await pdf.save())
}

/**
 * Pages that contain pictures without being one: a slide with words on it, and two photographs one below the
 * other.
 */
export async function illustratedPdf(picture: Enclosed): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const slide = pdf.addPage([a4.width, a4.height])
  await drawPicture(slide, picture, [a4.width, 0, 0, a4.height, 0, 0])
  slide.drawText('Bilan de l’année', { x: 60, y: 700, size: 36, font })
  const album = pdf.addPage([a4.width, a4.height])
  for (const y of [40, 440]) await drawPicture(album, picture, [500, 0, 0, 360, 48, y])
  return Buffer.from(await pdf.save())
}

/** A PDF made of the first page of each file. */
export async function joinPdfs(files: readonly Uint8Array[]): Promise<Buffer> {
  const joined = await PDFDocument.create()
  for (const file of files) {
    const [page] = await joined.copyPages(await PDFDocument.load(file), [0])
    joined.addPage(page!)
  }
  return Buffer.from(await joined.save())
}

type Place = readonly [number, number, number, number, number, number]

async function drawPicture(page: PDFPage, { jpeg }: Enclosed, place: Place): Promise<void> {
  const image = await page.doc.embedJpg(jpeg)
  const name = PDFName.of(`Im${image.ref.objectNumber}`)
  page.node.setXObject(name, image.ref)
  page.pushOperators(pushGraphicsState(), placed(...place), drawObject(name), popGraphicsState())
}

/** As large as an A4 page allows, centred. */
function fitted({ width, height }: Enclosed, marginPt: number): Place {
  const scale = Math.min((a4.width - 2 * marginPt) / width, (a4.height - 2 * marginPt) / height)
  const [across, up] = [width * scale, height * scale]
  return [across, 0, 0, up, (a4.width - across) / 2, (a4.height - up) / 2]
}

/** The picture is drawn rotated, and the page's `Rotate` entry turns it upright. */
async function drawTurned({ pdf, picture }: Sheet, angle: 90 | 180 | 270): Promise<void> {
  const jpeg = await sharp(picture.jpeg).rotate(-angle).jpeg({ quality: 95 }).toBuffer()
  const { width, height } = await sharp(jpeg).metadata()
  const page = pdf.addPage([width, height])
  await drawPicture(page, { jpeg, width, height }, [width, 0, 0, height, 0, 0])
  page.setRotation(degrees(angle))
}

type Form = {
  readonly drawn: Readonly<Record<string, PDFRef>>
  readonly operators: PDFOperator[]
  readonly matrix?: Place
}

function formOf(pdf: PDFDocument, { drawn, operators, matrix = [1, 0, 0, 1, 0, 0] }: Form): PDFRef {
  const form = pdf.context.formXObject(operators, {
    BBox: [-10_000, -10_000, 10_000, 10_000],
    Matrix: [...matrix],
    Resources: { XObject: drawn },
  })
  return pdf.context.register(form)
}
