import { quadAt } from '@equerre/testkit/points'
import { quadArea, quadOfTurnedPage } from '@equerre/geometry/quad'
import { quadToRelative } from '@equerre/geometry/spaces'
import type { Corners, RectifyOptions } from '@equerre/contract/detourage'
import { isInDoubt } from '@equerre/contract/doubt'
import {
  digitalPdf,
  photographDocument,
  photographNothing,
  scanFlat,
  scannedPdf,
  storeTurned,
} from '@equerre/testkit/pictures'
import { photographInDoubt } from '@equerre/testkit/pictures/in-doubt'
import { padPage } from '@equerre/testkit/pictures/light'
import { drawPage } from '@equerre/testkit/pictures/page'
import { createRandom } from '@equerre/testkit/pictures/random'
import { createRaster, fillRectangle, type Raster } from '@equerre/testkit/pictures/raster'
import { PDFDocument } from '@cantoo/pdf-lib'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, resultOf, userZone, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const whole: Corners = quadAt('0,0 1,0 1,1 0,1')
const page = { width: 1600, height: 1200, kind: 'photo' } as const
const a4 = { width: 2480, height: 3508 }

async function letter(seed = 31) {
  const picture = await photographDocument({ seed, page: 'invoice', background: 'wood', coverage: 0.45 })
  return { picture, zone: userZone(quadToRelative(picture.corners!, picture) as unknown as Corners) }
}

it('fetches the original once, and makes a missing preview from it', async () => {
  const upload = await bench.upload(await digitalPdf(), 'application/pdf')
  const fetches = () => bench.ctx.takeLaps().filter(({ stage }) => stage === 'fetch').length
  fetches()
  const outcome = await upload.rectify({ ...a4, kind: 'digital' }, null, { page: 2 })
  // One for the missing preview, one for the original.
  expect(fetches()).toBe(2)
  expect(outcome.kind).toBe('rectify')
  expect(await upload.preview(2)).not.toBeNull()
})

describe('a straightened page', () => {
  it('shows paper in all four corners, and none of the table', async () => {
    const { picture, zone } = await letter()
    const upload = await bench.upload(picture.jpeg)
    const outcome = await upload.rectify(page, zone)
    const result = resultOf(outcome, 'rectify')
    const image = await bench.ctx.codec.decodeWhole((await upload.warped(outcome))!)
    expect(image).toMatchObject({ width: result.width, height: result.height })
    for (const [u, v] of [
      [0.01, 0.01],
      [0.99, 0.01],
      [0.99, 0.99],
      [0.01, 0.99],
    ] as const) {
      const at = (Math.floor(v * image.height) * image.width + Math.floor(u * image.width)) * 3
      const [red, , blue] = image.data.subarray(at, at + 3)
      // Wood has twice as much red as blue; paper is nearly grey.
      expect(blue! / red!).toBeGreaterThan(0.8)
    }
  })

  it('covers its outermost pixels when corners were found, and keeps them when they were drawn', async () => {
    const { picture, zone } = await letter()
    const upload = await bench.upload(picture.jpeg)
    const rim = async (source: 'user' | 'detection') => {
      const outcome = await upload.rectify(page, { ...zone, source })
      const { data, width } = await bench.ctx.codec.decodeWhole((await upload.warped(outcome))!)
      const row = (at: number) => Buffer.from(data.subarray(at * width * 3, (at + 1) * width * 3))
      return row(0).equals(row(1))
    }
    expect(await rim('detection')).toBe(true)
    expect(await rim('user')).toBe(false)
  })

  it('does not depend on the camera’s orientation', async () => {
    const { picture, zone } = await letter()
    const small = { format: 'jpeg', dpi: 72 } as const
    const upright = await bench.upload(picture.jpeg)
    const one = await upright.rectify(page, zone, small)
    const a = await bench.ctx.codec.decodeSmall((await upright.warped(one, 'jpeg'))!, 200)
    for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
      const turned = await bench.upload(await storeTurned(picture, orientation))
      const other = await turned.rectify(page, zone, small)
      // Rounding differs by a level here and there, and with it the file's size.
      const same = { ...resultOf(one, 'rectify'), bytes: expect.any(Number) }
      expect(resultOf(other, 'rectify')).toEqual(same)
      const b = await bench.ctx.codec.decodeSmall((await turned.warped(other, 'jpeg'))!, 200)
      const off = a.data.reduce((sum, value, i) => sum + Math.abs(value - b.data[i]!), 0) / a.data.length
      expect(off, `orientation ${orientation}`).toBeLessThan(4)
    }
  })

  it('turns clockwise with its sizes and corners, and is the same file after four quarter turns', async () => {
    const { picture, zone } = await letter()
    const upload = await bench.upload(picture.jpeg)
    const turned = async (turn: NonNullable<RectifyOptions['turn']>, given = zone) => {
      const outcome = await upload.rectify(page, given, { dpi: 72, turn })
      const file = (await upload.warped(outcome))!
      const small = await sharp((await upload.small(outcome, 'thumb'))!).metadata()
      return { result: resultOf(outcome, 'rectify'), file, small }
    }
    const straight = await turned(0)
    const pixels = (file: Buffer, degrees = 0) => sharp(file).rotate(degrees).removeAlpha().raw().toBuffer()
    for (const turn of [90, 180, 270] as const) {
      const { result, file, small } = await turned(turn)
      const made = await pixels(file)
      // Interpolation rounds differently.
      expect(meanDifference(made, await pixels(straight.file, turn)), `${turn} degrees`).toBeLessThan(0.05)
      const { width, height } = await sharp(file).metadata()
      expect(result).toMatchObject({ width, height, dpi: straight.result.dpi, paper: straight.result.paper })
      expect(Math.sign(small.width - small.height)).toBe(Math.sign(width - height))
      expect(result.corners).toEqual(quadOfTurnedPage(straight.result.corners, turn))
    }
    let last = straight
    for (let quarter = 0; quarter < 4; quarter++)
      last = await turned(90, { ...zone, corners: last.result.corners })
    expect(last.result).toEqual(straight.result)
    expect(last.file.equals(straight.file)).toBe(true)
  })

  it('comes in every format and filter, at the size the answer gives', async () => {
    const { picture, zone } = await letter()
    const upload = await bench.upload(picture.jpeg)
    const wanted = [
      { format: 'jpeg', filter: 'gray', relighting: true },
      { format: 'webp', filter: 'color', paper: 'a4' },
      { format: 'png', filter: 'bw', paper: 'letter' },
    ] as const
    for (const options of wanted) {
      const outcome = await upload.rectify(page, zone, options)
      const result = resultOf(outcome, 'rectify')
      const facts = await bench.ctx.codec.readFacts((await upload.warped(outcome, options.format))!)
      expect(facts).toMatchObject({ mime: result.mime, width: result.width, height: result.height })
      expect(result.dpi).toBeLessThan(300)
    }
    const outcome = await upload.rectify(page, zone, { format: 'pdf', filter: 'bw', paper: 'a4' })
    const pdf = (await upload.warped(outcome, 'pdf'))!
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await PDFDocument.load(pdf)).getPage(0).getWidth() / 72).toBeCloseTo(a4.width / 300, 1)
    const again = resultOf(await (await bench.upload(pdf, 'application/pdf')).ingest(), 'ingest')
    // Two tones, which no camera makes.
    expect(again.pages).toMatchObject([{ kind: 'scan' }])
  })

  it('has the page’s proportions, and reports what it measured', async () => {
    const { picture, zone } = await letter()
    const upload = await bench.upload(picture.jpeg)
    const free = resultOf(await upload.rectify(page, zone, { paper: 'none', format: 'jpeg' }), 'rectify')
    const { ratio, uncertainty } = free.proportions!
    expect(free).toMatchObject({ paper: null })
    expect(free.width / free.height).toBeCloseTo(ratio, 2)
    expect(Math.abs(Math.log(ratio / (210 / 297)))).toBeLessThan(3 * uncertainty)
    const forced = resultOf(await upload.rectify(page, zone, { paper: 'letter', format: 'jpeg' }), 'rectify')
    expect(forced).toMatchObject({ paper: 'letter', proportions: free.proportions })
    expect(forced.height / forced.width).toBeCloseTo(11 / 8.5, 2)
  })

  it('is no card for having the ratio of one: a lined pad keeps its pixels, and is relit', async () => {
    const size = { width: 2400, height: 2000 }
    const pad = createRaster(940, 1490, [238, 238, 232])
    for (let y = 90; y < pad.height; y += 45)
      fillRectangle(pad, { x: 40, y, width: 860, height: 2 }, [150, 170, 200])
    const scene = {
      seed: 5,
      sheet: pad,
      background: 'wood',
      tiltDegrees: 0,
      coverage: 0.36,
      things: 0,
    } as const
    const picture = await photographDocument({ ...scene, ...size })
    const zone = userZone(quadToRelative(picture.corners!, picture) as unknown as Corners)
    const upload = await bench.upload(picture.jpeg)
    resultOf(await upload.ingest(), 'ingest')
    const rectified = async (relighting: boolean) => {
      const outcome = await upload.rectify({ ...size, kind: 'photo' }, zone, { relighting })
      return { ...resultOf(outcome, 'rectify'), file: (await upload.warped(outcome))! }
    }
    const plain = await rectified(false)
    expect(plain).toMatchObject({ paper: null })
    expect(plain.width * plain.height).toBeGreaterThan(0.97 * quadArea(picture.corners!))
    expect((await rectified(true)).file.equals(plain.file)).toBe(false)
  })

  it('is relit on request, unless it is an identity card, and says which', async () => {
    const { picture, zone } = await letter()
    const upload = await bench.upload(picture.jpeg)
    const lit = async (options: { paper: RectifyOptions['paper']; relighting?: boolean }) => {
      const outcome = await upload.rectify(page, zone, { dpi: 72, ...options })
      return { file: (await upload.warped(outcome))!, kept: resultOf(outcome, 'rectify').lightKept }
    }
    const sheet = [await lit({ paper: 'a4' }), await lit({ paper: 'a4', relighting: true })] as const
    expect(sheet[1].file.equals(sheet[0].file)).toBe(false)
    const card = [await lit({ paper: 'id1' }), await lit({ paper: 'id1', relighting: true })] as const
    expect(card[1].file.equals(card[0].file)).toBe(true)
    expect([...sheet, ...card].map(({ kept }) => kept)).toEqual(['not_asked', null, 'not_asked', 'card'])
  })

  it('of a card’s shape is relit all the same when it is a ruled pad, and not when it is a picture', async () => {
    const { photo } = padPage({ seed: 3, dpi: 100, ratio: 0.63 })
    const relit = async (flat: Raster) => {
      const upload = await bench.upload(
        await sharp(flat.data, { raw: { ...flat, channels: 3 } })
          .jpeg()
          .toBuffer(),
      )
      const info = { width: flat.width, height: flat.height, kind: 'photo' } as const
      return resultOf(await upload.rectify(info, userZone(whole), { relighting: true }), 'rectify').lightKept
    }
    expect(await relit(photo)).toBeNull()
    expect(await relit(drawPage('card', 856, 540)(createRandom(5)))).toBe('card')
    const picture = createRaster(600, 400, [60, 90, 70])
    fillRectangle(picture, { x: 100, y: 80, width: 300, height: 200 }, [150, 170, 210])
    expect(await relit(picture)).toBe('picture')
  })

  it('declares the resolution of the answer in the file', async () => {
    const { picture, zone } = await letter()
    const upload = await bench.upload(picture.jpeg)
    const seen: Record<string, number | undefined> = {}
    const answered: Record<string, number> = {}
    for (const format of ['jpeg', 'png', 'webp', 'pdf'] as const) {
      const outcome = await upload.rectify(page, zone, { format, paper: 'a4', dpi: 90 })
      const { dpi, width } = resultOf(outcome, 'rectify')
      seen[format] = await declaredDpi((await upload.warped(outcome, format))!, width)
      answered[format] = dpi
    }
    expect(seen).toEqual(answered)
    expect(answered['jpeg']).toBe(90)
  })

  it('detects the document when no zone is given', async () => {
    const { picture } = await letter(33)
    const upload = await bench.upload(picture.jpeg)
    const result = resultOf(await upload.rectify(page, null), 'rectify')
    expect(result.detection).toMatchObject({ corners: result.corners, confidence: result.confidence })
    const turned = resultOf(await upload.rectify(page, null, { turn: 90 }), 'rectify')
    expect(turned).toMatchObject({
      corners: quadOfTurnedPage(result.corners, 90),
      detection: { corners: result.corners },
      width: result.height,
      height: result.width,
    })
  })

  it('is not made when there is no document', async () => {
    const upload = await bench.upload(
      (await photographNothing({ seed: 9, background: 'wood', things: 0 })).jpeg,
    )
    const outcome = await upload.rectify(page, null)
    expect(resultOf(outcome, 'rectify')).toMatchObject({
      status: 'NOT_FOUND',
      corners: whole,
      detection: { status: 'NOT_FOUND' },
      proportions: null,
    })
    expect(await upload.warped(outcome)).toBeNull()
    expect(await upload.viz(outcome)).not.toBeNull()
  })

  it('is not made while the detection is in doubt, but from corners that somebody gives', async () => {
    const picture = await photographInDoubt(async ({ jpeg, width, height }) => {
      const seen = await (await bench.upload(jpeg)).detect({ width, height, kind: 'photo' })
      return isInDoubt(resultOf(seen, 'detect'))
    })
    const upload = await bench.upload(picture.jpeg)
    const info = { width: picture.width, height: picture.height, kind: 'photo' } as const
    const outcome = await upload.rectify(info, null)
    expect(resultOf(outcome, 'rectify')).toMatchObject({
      status: 'NOT_FOUND',
      detection: { status: 'REVIEW_REQUIRED', reasons: expect.arrayContaining(['uncertain']) },
    })
    expect(await upload.warped(outcome)).toBeNull()
    expect(await upload.viz(outcome)).not.toBeNull()
    expect(await upload.warped(await upload.rectify(info, userZone(whole)))).not.toBeNull()
  })

  it('has proportions however narrow the drawn zone', async () => {
    const { picture } = await letter()
    const upload = await bench.upload(picture.jpeg)
    const strip: Corners = quadAt('0.5,0.1 0.50001,0.1 0.50001,0.9 0.5,0.9')
    const { proportions } = resultOf(await upload.rectify(page, userZone(strip), { dpi: 72 }), 'rectify')
    expect(proportions!.ratio).toBeGreaterThan(0)
    expect(proportions!.ratio).toBeLessThan(0.0001)
  })

  it('keeps a whole frame unchanged', async () => {
    const scan = await scanFlat({ seed: 8, longSide: 900 })
    const upload = await bench.upload(scan.jpeg)
    const info = { width: scan.width, height: scan.height, kind: 'photo' } as const
    const outcome = await upload.rectify(info, userZone(whole), { paper: 'none', dpi: 600 })
    expect(resultOf(outcome, 'rectify')).toMatchObject({ width: scan.width, height: scan.height })
  })

  it('turns an upside-down whole frame, including its outermost pixels', async () => {
    const picture = await photographNothing({ seed: 8, width: 900, height: 600 })
    const turned = await sharp(picture.jpeg).rotate(180).png().toBuffer()
    const upload = await bench.upload(turned, 'image/png')
    const info = { width: picture.width, height: picture.height, kind: 'photo' } as const
    const corners: Corners = quadAt('1,1 0,1 0,0 1,0')
    const zone = { ...userZone(corners), source: 'detection' } as const
    const outcome = await upload.rectify(info, zone, { paper: 'none', relighting: false })
    const made = await bench.ctx.codec.decodeWhole((await upload.warped(outcome))!)
    const meant = await bench.ctx.codec.decodeWhole(picture.jpeg)
    const far = made.data.findIndex((value, at) => Math.abs(value - meant.data[at]!) > 1)
    expect(far).toBe(-1)
  })
})

describe('a page of a PDF', () => {
  it('is drawn at the requested resolution when it is text', async () => {
    const upload = await bench.upload(await digitalPdf(), 'application/pdf')
    const result = resultOf(
      await upload.rectify({ ...a4, kind: 'digital' }, userZone(whole), { page: 2, dpi: 150 }),
      'rectify',
    )
    expect(result).toMatchObject({ dpi: 150, width: 1240, height: 1754, paper: 'a4' })
  })

  it('reports the resolution of its own image when it is a scan', async () => {
    const upload = await bench.upload(await scannedPdf(9), 'application/pdf')
    const result = resultOf(
      await upload.rectify({ width: 1131, height: 1600, kind: 'photo' }, userZone(whole), { dpi: 600 }),
      'rectify',
    )
    // 1600 pixels on 297 mm are 136.8 per inch.
    expect(result.dpi).toBe(136)
  })
})

/** In levels of 256. */
function meanDifference(a: Buffer, b: Buffer): number {
  expect(a.length).toBe(b.length)
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length
}

/** What other programs read: JFIF, pHYs, EXIF, or the size of the PDF's page. */
async function declaredDpi(file: Buffer, widthPx: number): Promise<number | undefined> {
  if (file.toString('latin1', 0, 4) === '%PDF') {
    const pdf = await PDFDocument.load(file)
    return Math.round((widthPx * 72) / pdf.getPage(0).getWidth())
  }
  const { density, format, exif } = await sharp(file).metadata()
  if (format === 'jpeg') expect(file.toString('latin1', 6, 10)).toBe('JFIF')
  return format === 'webp' ? readExif(exif!).Image?.XResolution : density
}
