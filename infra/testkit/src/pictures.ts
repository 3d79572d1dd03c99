import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Point } from '@equerre/geometry/point'
import { frameQuad, quadSideLengths, type Quad } from '@equerre/geometry/quad'
import sharp from 'sharp'
import {
  backgroundKinds,
  paintBackground,
  layUnderlays,
  scatterThings,
  type BackgroundKind,
} from './pictures/background.ts'
import { expose, pastePage, projectPage } from './pictures/camera.ts'
import { drawPage, pageKinds, pageProportion, type PageKind } from './pictures/page.ts'
import { createRandom, type Random } from './pictures/random.ts'
import { createRaster, type Raster } from './pictures/raster.ts'
import { layTable } from './pictures/table.ts'

/** A generated photograph and its ground truth. */
export type Picture = {
  readonly jpeg: Buffer
  readonly width: number
  readonly height: number
  /** In upright pixels, clockwise from the page's own top left; null without a document. */
  readonly corners: Quad | null
}

export type Scene = {
  readonly seed: number
  readonly width?: number
  readonly height?: number
  readonly page?: PageKind
  /** The flat page to photograph, instead of a drawn one. */
  readonly sheet?: Raster
  readonly background?: BackgroundKind
  /** Pens and notes around and under the page. */
  readonly things?: number
  /** Mats, trays and table edges under the page. */
  readonly underlays?: number
  readonly tiltDegrees?: number
  readonly coverage?: number
}

/** Photographs a document on a table; the seed decides what the scene does not specify. */
export async function photographDocument(scene: Scene): Promise<Picture> {
  const random = createRandom(scene.seed)
  const { photo, width, height } = emptyTable(scene, random)
  const kind = scene.page ?? random.pick(pageKinds)
  const proportion = scene.sheet ? scene.sheet.width / scene.sheet.height : pageProportion(kind, random)
  const pose = {
    tiltDegrees: scene.tiltDegrees ?? random.between(0, 38),
    azimuthDegrees: random.between(0, 360),
    rollDegrees: random.between(-25, 25),
    coverage: scene.coverage ?? random.between(0.2, 0.6),
  }
  const corners = shifted(projectPage(pose, proportion, { width, height }), { width, height }, random)
  const [top, right, bottom, left] = quadSideLengths(corners)
  const drawn = () =>
    drawPage(kind, Math.round(Math.max(top, bottom)), Math.round(Math.max(left, right)))(random)
  pastePage(photo, scene.sheet ?? drawn(), corners)
  expose(photo, random)
  return { jpeg: await encodeJpeg(photo), width, height, corners }
}

/** A generated photograph of several papers, and the corners of each. */
type TablePicture = Omit<Picture, 'corners'> & { readonly quads: readonly Quad[] }

/** Photographs receipts and cards that lie on a table, apart from each other and at any angle. */
export async function photographTable(
  scene: Omit<Scene, 'page' | 'sheet' | 'coverage' | 'tiltDegrees'> & { readonly count: number },
): Promise<TablePicture> {
  const random = createRandom(scene.seed)
  const { photo, width, height } = emptyTable({ things: 0, ...scene }, random)
  const laid = layTable(scene.count, { width, height }, random)
  for (const { kind, quad } of laid) {
    const [top, right, bottom, left] = quadSideLengths(quad)
    const drawn = drawPage(kind, Math.round(Math.max(top, bottom)), Math.round(Math.max(left, right)))
    pastePage(photo, drawn(random), quad)
  }
  expose(photo, random)
  return { jpeg: await encodeJpeg(photo), width, height, quads: laid.map(({ quad }) => quad) }
}

/** Photographs a table with a few things but no document on it. */
export async function photographNothing(scene: Omit<Scene, 'page' | 'coverage'>): Promise<Picture> {
  const random = createRandom(scene.seed)
  const { photo, width, height } = emptyTable({ things: random.integer(0, 8), ...scene }, random)
  expose(photo, random)
  return { jpeg: await encodeJpeg(photo), width, height, corners: null }
}

/** A page as a flatbed scanner captures it: straight, evenly lit, filling the frame. */
export async function scanFlat(
  scene: Pick<Scene, 'seed' | 'page'> & { readonly longSide?: number },
): Promise<Picture> {
  const random = createRandom(scene.seed)
  const kind = scene.page ?? random.pick(['letter', 'invoice'] as const)
  const height = scene.longSide ?? 1600
  const width = Math.round((height * 210) / 297)
  const page = drawPage(kind, width, height)(random)
  const corners: Quad = frameQuad({ width, height })
  return { jpeg: await encodeJpeg(page), width, height, corners }
}

/**
 * The same upright picture, stored the way a camera held in another orientation stores it.
 * @param orientation the EXIF value, 1 to 8
 */
export async function storeTurned(picture: Picture, orientation: number): Promise<Buffer> {
  const stored = sharp(picture.jpeg)
  // EXIF says how to turn the stored pixels upright, so storing applies the opposite: turn back, then mirror.
  const degrees = [0, 0, 180, 180, 90, 270, 270, 90][orientation - 1]!
  const mirrored = [2, 4, 5, 7].includes(orientation)
  const turned = await stored.rotate(degrees).toBuffer()
  return sharp(turned).flop(mirrored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
}

/** A PDF of two scanned A4 pages, one image each. */
export async function scannedPdf(seed: number): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  for (const page of ['letter', 'invoice'] as const) {
    const image = await pdf.embedJpg((await scanFlat({ seed, page })).jpeg)
    pdf.addPage([595.28, 841.89]).drawImage(image, { x: 0, y: 0, width: 595.28, height: 841.89 })
  }
  return Buffer.from(await pdf.save())
}

type DigitalPdf = {
  readonly pages?: number
  /** What it opens with, with all rights as `owner` gives them. */
  readonly password?: string
  readonly owner?: string
  readonly cipher?: 'AES-256' | 'AES-128' | 'RC4-128'
}

/** A PDF of two A4 pages of text, like one from invoicing software. */
export async function digitalPdf({
  pages = 2,
  password,
  owner = password,
  cipher = 'AES-256',
}: DigitalPdf = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([595.28, 841.89])
    for (let line = 0; line < 30; line++) {
      page.drawText(`Page ${number}, ligne ${line + 1} : la facture du mois`, {
        x: 60,
        y: 760 - line * 22,
        size: 12,
        font,
      })
    }
  }
  if (password !== undefined && owner !== undefined)
    pdf.encrypt({
      userPassword: password,
      ownerPassword: owner,
      algorithm: cipher,
      allowWeakCryptography: true,
    })
  return Buffer.from(await pdf.save())
}

function emptyTable(scene: Omit<Scene, 'page' | 'coverage'>, random: Random) {
  const { width = 1600, height = 1200 } = scene
  const photo = createRaster(width, height, [128, 128, 128])
  paintBackground(photo, scene.background ?? random.pick(backgroundKinds), random)
  layUnderlays(photo, scene.underlays ?? 0, random)
  scatterThings(photo, scene.things ?? (random.chance(0.4) ? random.integer(1, 6) : 0), random)
  return { photo, width, height }
}

/** Moves the page off-centre, but keeps it inside the frame. */
function shifted(quad: Quad, frame: { width: number; height: number }, random: Random): Quad {
  const room = (values: number[], limit: number) =>
    Math.max(0, Math.min(Math.min(...values), limit - Math.max(...values)) - 2)
  const roomX = room(
    quad.map(([x]) => x),
    frame.width,
  )
  const roomY = room(
    quad.map(([, y]) => y),
    frame.height,
  )
  const dx = random.between(-roomX, roomX)
  const dy = random.between(-roomY, roomY)
  return quad.map(([x, y]): Point => [x + dx, y + dy]) as unknown as Quad
}

function encodeJpeg({ width, height, data }: Raster): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
