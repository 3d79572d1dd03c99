import { quadAt } from '@equerre/testkit/points'
import { artifactPath } from '@equerre/contract/artifact'
import type { AssemblyReply } from '@equerre/contract/assembly'
import type { DetectReply, IngestReply, RectifyReply } from '@equerre/contract/detourage'
import type { Item } from '@equerre/contract/item'
import { smallPictures } from '@equerre/contract/small-picture'
import { quadIou } from '@equerre/geometry/quad'
import { quadInPixels, type RelativeQuad } from '@equerre/geometry/spaces'
import { Client, formOf, jobOf, problemOf } from '@equerre/testkit/client'
import { photographInDoubt } from '@equerre/testkit/pictures/in-doubt'
import { photographBook } from '@equerre/testkit/pictures/spreads'
import { joinPdfs, pdfOfPicture } from '@equerre/testkit/pictures/pdfs'
import { tiffOfPages } from '@equerre/testkit/pictures/tiffs'
import {
  digitalPdf,
  photographDocument,
  photographNothing,
  photographTable,
  scanFlat,
  scannedPdf,
  type Picture,
} from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { objectsOf, rows, untilIdle } from './support/observe.ts'

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 7, page: 'letter', background: 'wood', coverage: 0.5 })
})
afterAll(() => product.stop())

const file = (picture: Picture, name = 'facture.jpg') => ({ bytes: picture.jpeg, name })

describe('a photograph', () => {
  it('P-04 D-05 D-06 D-07 K-15 N-04: becomes a flat page for one credit', async () => {
    const guest = await Client.guest(product.url)
    const ingested = await guest.ingest(file(photo))
    expect(ingested.status).toBe(200)
    expect(ingested.body).toMatchObject({
      status: 'OK',
      mime: 'image/jpeg',
      width: photo.width,
      height: photo.height,
      name: 'facture.jpg',
      size: photo.jpeg.length,
      pages: [{ width: photo.width, height: photo.height, kind: 'photo' }],
    })
    const { ingestion_id } = ingested.body

    const detected = await guest.detect({ ingestion_id })
    expect(detected.status).toBe(200)
    expect(detected.body.status).not.toBe('NOT_FOUND')
    for (const [i, [x, y]] of detected.body.corners.entries()) {
      const [trueX, trueY] = photo.corners![i]!
      expect(Math.abs(x - trueX / photo.width)).toBeLessThan(0.02)
      expect(Math.abs(y - trueY / photo.height)).toBeLessThan(0.02)
    }
    expect(await guest.credits()).toBe(10)

    const rectified = await guest.rectify({ ingestion_id, options: '{"dpi":150}' })
    expect(rectified.status).toBe(200)
    expect(rectified.body).toMatchObject({ page: 1, mime: 'image/png', corners: detected.body.corners })
    expect(rectified.headers.get('X-Credits-Charged')).toBe('1')
    expect(rectified.headers.get('X-Credits-Remaining')).toBe('9')
    expect(await guest.credits()).toBe(9)

    const { warped_path, viz_path, mask_path } = rectified.body.artifacts
    const warped = await guest.bytes(warped_path!)
    expect(await sharp(warped.bytes).metadata()).toMatchObject({
      format: 'png',
      width: rectified.body.width,
      height: rectified.body.height,
    })
    const preview = await sharp((await guest.bytes(ingested.body.artifacts.preview_path)).bytes).metadata()
    const viz = await sharp((await guest.bytes(viz_path)).bytes).metadata()
    const mask = await sharp((await guest.bytes(mask_path)).bytes).metadata()
    expect(viz).toMatchObject({ format: 'jpeg', width: preview.width, height: preview.height })
    expect(mask).toMatchObject({ format: 'png', width: preview.width, height: preview.height })

    const { thumb_path, screen_path } = rectified.body.artifacts
    for (const [path, { longSidePx, bytesMax }] of [
      [detected.body.artifacts.thumb_path, smallPictures.thumb],
      [thumb_path, smallPictures.thumb],
      [screen_path, smallPictures.screen],
    ] as const) {
      const { bytes, headers } = await guest.bytes(path!)
      expect(headers.get('Content-Type')).toBe('image/webp')
      expect(bytes.length).toBeLessThanOrEqual(bytesMax)
      const { width, height } = await sharp(bytes).metadata()
      expect(Math.max(width, height)).toBeLessThanOrEqual(longSidePx)
      expect((await (await Client.guest(product.url)).bytes(path!)).status).toBe(404)
      expect((await new Client(product.url).bytes(path!)).status).toBe(401)
    }

    const item = await guest.item(ingestion_id)
    expect(item.body).toMatchObject({ status: 'done', jobs: [], error: null })
    expect(item.body.pages[0]).toMatchObject({ page: 1, detect: detected.body, rectify: rectified.body })
  })

  it('answers 202 when asked to, and the job then gives what the 200 would have given', async () => {
    const guest = await Client.guest(product.url)
    const accepted = await guest.ingest(file(photo), { Prefer: 'respond-async' })
    expect(accepted.status).toBe(202)
    expect(accepted.headers.get('Preference-Applied')).toBe('respond-async')
    expect(accepted.headers.get('Location')).toBe(`/api/v1/detourage/jobs/${jobOf(accepted).id}`)
    expect(Number(accepted.headers.get('Retry-After'))).toBeGreaterThan(0)
    const { ingestion_id, id } = jobOf(accepted)
    expect((await guest.settle(id)).body).toMatchObject({ ingestion_id, status: 'OK' })

    const asked = await guest.rectify({ ingestion_id }, { Prefer: 'respond-async' })
    expect(asked.status).toBe(202)
    const polled = await guest.settle(jobOf(asked).id)
    expect(polled.status).toBe(200)
    expect(polled.headers.get('X-Credits-Charged')).toBe('1')
    expect(polled.headers.get('X-Credits-Remaining')).toBe('9')
    expect(polled.body).toMatchObject({ ingestion_id, page: 1, mime: 'image/png' })
  })

  it('waits as long as preferred and allowed, says so, and ignores what it does not know', async () => {
    const guest = await Client.guest(product.url)
    const { id } = jobOf(await guest.ingest(file(photo), { Prefer: 'respond-async, return=minimal' }))
    const headers = { Prefer: 'handling=lenient; x="wait", wait=999' }
    const polled = await guest.ask(`/api/v1/detourage/jobs/${id}`, { headers })
    expect([polled.status, polled.headers.get('Preference-Applied')]).toEqual([200, 'wait=25'])
    expect(polled.headers.get('Vary')).toMatch(/\bPrefer\b/)
    const unknown = await guest.ask(`/api/v1/detourage/jobs/${id}`, { headers: { Prefer: 'return=minimal' } })
    expect([unknown.status, unknown.headers.has('Preference-Applied')]).toEqual([200, false])
  })

  it('costs nothing when it shows no document', async () => {
    const guest = await Client.guest(product.url)
    const nothing = await photographNothing({ seed: 3, background: 'fabric' })
    const { ingestion_id } = (await guest.ingest(file(nothing))).body
    const rectified = await guest.rectify({ ingestion_id })
    expect(rectified.status).toBe(200)
    expect(rectified.body).toMatchObject({ status: 'NOT_FOUND', artifacts: { warped_path: null } })
    expect(rectified.headers.get('X-Credits-Charged')).toBe('0')
    expect(await guest.credits()).toBe(10)
  })

  it('costs nothing while its detection is in doubt, and one credit once somebody gives the corners', async () => {
    const guest = await Client.guest(product.url)
    let ingestion_id = ''
    await photographInDoubt(async (picture) => {
      ingestion_id = (await guest.ingest(file(picture))).body.ingestion_id
      const found = await guest.detect({ ingestion_id })
      return found.body.reasons.includes('uncertain')
    })
    for (const turn of [0, 90]) {
      const rectified = await guest.rectify({ ingestion_id, options: JSON.stringify({ turn }) })
      expect(rectified.status).toBe(200)
      expect(rectified.body).toMatchObject({
        status: 'REVIEW_REQUIRED',
        reasons: expect.arrayContaining(['uncertain']),
        mime: null,
        width: null,
        height: null,
        capture_id: null,
        artifacts: { warped_path: null, screen_path: null, thumb_path: null },
      })
      expect(rectified.headers.get('X-Credits-Charged')).toBe('0')
    }
    expect(await guest.credits()).toBe(10)
    const { corners } = (await guest.detect({ ingestion_id })).body
    const accepted = await guest.rectify({ ingestion_id, options: JSON.stringify({ corners, dpi: 72 }) })
    expect(accepted.body).toMatchObject({ status: 'OK', reasons: [], corners, mime: 'image/png' })
    expect(accepted.headers.get('X-Credits-Charged')).toBe('1')
    expect(await guest.credits()).toBe(9)
  })

  it('G07: can be corrected five times for free, but only once it is paid for', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id } = (await guest.ingest(file(photo))).body
    const corners = [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.9, 0.9],
      [0.1, 0.9],
    ]
    const charges: (string | null)[] = []
    for (let i = 0; i < 7; i++) {
      const options = JSON.stringify({ corners, dpi: 72 })
      charges.push((await guest.rectify({ ingestion_id, options })).headers.get('X-Credits-Charged'))
    }
    expect(charges).toEqual(['1', '0', '0', '0', '0', '0', '1'])
    expect(await guest.credits()).toBe(8)
  })

  it('G07 K-15: can be rendered differently for free once it is paid for, from the same quad', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id } = (await guest.ingest(file(photo))).body
    const paid = await guest.rectify({ ingestion_id, options: '{"dpi":150}' })
    const render = (more: object) => {
      const options = JSON.stringify({ render_of: paid.body.id, ...more })
      return guest.rectify({ ingestion_id, options })
    }
    const other = await render({ filter: 'gray', format: 'jpeg' })
    expect(other.headers.get('X-Credits-Charged')).toBe('0')
    const { width, height, dpi, paper, corners } = paid.body
    expect(other.body).toMatchObject({ mime: 'image/jpeg', width, height, dpi, paper, corners })
    const page = sharp((await guest.bytes(other.body.artifacts.warped_path!)).bytes)
    expect(await page.metadata()).toMatchObject({ format: 'jpeg', width, height, channels: 1 })
    const turned = (await render({ turn: 90 })).body
    expect(turned).toMatchObject({ width: height, height: width, turn: 90, capture_id: paid.body.id })
    const served = await sharp((await guest.bytes(turned.artifacts.warped_path!)).bytes).metadata()
    expect(served).toMatchObject({ width: height, height: width })
    expect(problemOf(await render({ corners })).code).toBe('invalid_request')
    expect((await guest.rectify({ ingestion_id })).headers.get('X-Credits-Charged')).toBe('1')
    const stranger = await Client.guest(product.url)
    const theirs = (await stranger.ingest(file(photo))).body
    const options = JSON.stringify({ render_of: paid.body.id })
    expect((await stranger.rectify({ ingestion_id: theirs.ingestion_id, options })).status).toBe(404)
    expect(await guest.credits()).toBe(8)
  })

  it('G08: in a PDF becomes a page of it, at one credit each', async () => {
    const guest = await Client.guest(product.url)
    const pdf = await scannedPdf(5)
    const ingested = await guest.ingest({ bytes: pdf, name: 'bail.pdf' })
    expect(ingested.body).toMatchObject({ mime: 'application/pdf' })
    expect(ingested.body.pages).toHaveLength(2)
    const { ingestion_id } = ingested.body
    for (const page of [1, 2]) {
      expect((await guest.detect({ ingestion_id, page })).body).toMatchObject({ page })
      const rectified = await guest.rectify({ ingestion_id, page, options: '{"dpi":100}' })
      expect(rectified.body).toMatchObject({ page, status: 'OK' })
      expect((await guest.bytes(rectified.body.artifacts.warped_path!)).status).toBe(200)
    }
    expect(await guest.credits()).toBe(8)
    const third = await guest.detect({ ingestion_id, page: 3 })
    expect(third.status).toBe(422)
    expect(problemOf(third).detail).toBe('La page 3 n’existe pas : ce document a 2 pages.')
  })
})

describe('a TIFF of several pages', () => {
  it('becomes a page of each, at one credit each; a damaged one fails alone and costs nothing', async () => {
    const guest = await Client.guest(product.url)
    const scan = await scanFlat({ seed: 21, page: 'invoice', longSide: 600 })
    const bytes = await tiffOfPages([
      { picture: photo.jpeg },
      { picture: await sharp(photo.jpeg).resize(120).png().toBuffer(), subfileType: 1 },
      { picture: scan.jpeg, damaged: true },
      { picture: scan.jpeg, subfileType: 2 },
    ])
    const ingested = await guest.ingest({ bytes, name: 'fax.tif' })
    expect(ingested.body).toMatchObject({ mime: 'image/tiff', width: photo.width, height: photo.height })
    const size = { width: scan.width, height: scan.height, kind: 'photo' }
    expect(ingested.body.pages).toEqual([{ ...size, width: photo.width, height: photo.height }, size, size])
    const { ingestion_id } = ingested.body
    const made = (page: number) => guest.rectify({ ingestion_id, page, options: '{"dpi":100}' })
    const [first, damaged, last] = [await made(1), await made(2), await made(3)]
    expect([first.status, damaged.status, last.status]).toEqual([200, 422, 200])
    expect(problemOf(damaged).code).toBe('unreadable_file')
    const quad = quadInPixels(first.body.corners as RelativeQuad, photo)
    expect(quadIou(quad, photo.corners!)).toBeGreaterThan(0.95)
    expect((await guest.bytes(last.body.artifacts.warped_path!)).status).toBe(200)
    expect(await guest.credits()).toBe(8)
  })
})

describe('several documents on one photograph', () => {
  it('are told apart in reading order, straightened by number, and corrected free of charge each for itself', async () => {
    const guest = await Client.guest(product.url)
    const { jpeg, quads, ...frame } = await photographTable({
      seed: 6_000_000,
      count: 2,
      width: 1200,
      height: 1600,
    })
    const { ingestion_id } = (await guest.ingest({ bytes: jpeg, name: 'tickets.jpg' })).body
    const { documents, corners } = (await guest.detect({ ingestion_id })).body
    const found = documents.map((each) => quadInPixels(each.corners as RelativeQuad, frame))
    expect(found).toHaveLength(2)
    for (const truth of quads)
      expect(Math.max(...found.map((quad) => quadIou(quad, truth)))).toBeGreaterThan(0.9)

    const made = async (options: object) => {
      const { body, headers } = await guest.rectify({
        ingestion_id,
        options: JSON.stringify({ dpi: 72, ...options }),
      })
      return { document: body.document, charged: headers.get('X-Credits-Charged') }
    }
    const largest = documents.findIndex((each) => quadIou(each.corners, corners) > 0.99) + 1
    const other = 3 - largest
    expect(await made({})).toEqual({ document: largest, charged: '1' })
    // Not yet paid for, whatever is named.
    expect(await made({ corners: documents[other - 1]!.corners, document: other })).toEqual({
      document: other,
      charged: '1',
    })
    expect(await made({ corners, document: largest })).toEqual({ document: largest, charged: '0' })
    expect(await made({ corners: documents[other - 1]!.corners, document: other })).toEqual({
      document: other,
      charged: '0',
    })
    expect(await made({ corners: documents[other - 1]!.corners, document: largest })).toEqual({
      document: largest,
      charged: '1',
    })
    expect(await guest.credits()).toBe(7)
  })
})

describe('an open book', () => {
  it('is one page for a credit, or each of its pages for one; their corrections are counted apart', async () => {
    const guest = await Client.guest(product.url)
    const { jpeg } = await photographBook(11)
    // Without a detection, the worker finds out what it is.
    const shot = await guest.oneShot({ bytes: jpeg, name: 'livre.jpg' }, { options: '{"dpi":72}' })
    expect(shot.body).toMatchObject({ document: 0, paper: 'a4' })
    const { ingestion_id } = shot.body
    const { spread, documents, corners } = (await guest.detect({ ingestion_id })).body
    expect([spread, documents.length, corners]).toEqual([true, 2, shot.body.corners])
    const made = async (options: object) => {
      const reply = await guest.rectify({ ingestion_id, options: JSON.stringify({ dpi: 72, ...options }) })
      const { document, corners: cut } = reply.body
      return { document, cut, charged: reply.headers.get('X-Credits-Charged') }
    }
    const [left, right] = documents.map((page) => page.corners)
    expect(await made({ document: 1 })).toEqual({ document: 1, cut: left, charged: '1' })
    expect(await made({})).toEqual({ document: 0, cut: corners, charged: '1' })
    expect(await made({ corners })).toEqual({ document: 0, cut: corners, charged: '0' })
    expect(await made({ corners: left, document: 1 })).toEqual({ document: 1, cut: left, charged: '0' })
    expect(await made({ corners: right, document: 2 })).toEqual({ document: 2, cut: right, charged: '1' })
    const again = await made({ render_of: shot.body.id, dpi: undefined, filter: 'gray' })
    expect(again).toEqual({ document: 0, cut: corners, charged: '0' })
    const { pages } = (await guest.item(ingestion_id)).body
    expect(pages[0]!.documents.map(({ document }) => document)).toEqual([0, 1, 2])
    const missing = await guest.rectify({ ingestion_id, options: '{"document":3}' })
    expect([missing.status, problemOf(missing).code]).toEqual([422, 'invalid_request'])
    expect(await guest.credits()).toBe(6)
  })
})

describe('a PDF made from photographs', () => {
  it('G08 S-01: is cropped on photographed pages, kept whole on digital ones, and says which is which', async () => {
    const guest = await Client.guest(product.url)
    const bytes = await joinPdfs([
      await pdfOfPicture(photo, 'fitted to A4 between bands of bare paper'),
      await digitalPdf({ pages: 1 }),
    ])
    const { ingestion_id, pages } = (await guest.ingest({ bytes, name: 'dossier.pdf' })).body
    expect(pages).toEqual([
      { width: photo.width, height: photo.height, kind: 'photo' },
      { width: 2480, height: 3508, kind: 'digital' },
    ])
    const cropped = await guest.rectify({ ingestion_id, page: 1, options: '{"dpi":100}' })
    expect(cropped.body).toMatchObject({ page: 1, status: 'OK' })
    const found = quadInPixels(cropped.body.corners as RelativeQuad, photo)
    expect(quadIou(found, photo.corners!)).toBeGreaterThan(0.95)
    const kept = await guest.rectify({ ingestion_id, page: 2, options: '{"dpi":100}' })
    expect(kept.body).toMatchObject({ status: 'OK', confidence: 1, corners: quadAt('0,0 1,0 1,1 0,1') })
    expect([cropped, kept].map(({ headers }) => headers.get('X-Credits-Charged'))).toEqual(['1', '1'])
    const seen = await guest.detect({ ingestion_id, page: 2 })
    expect(seen.body).toMatchObject({
      status: 'OK',
      reasons: ['already_cropped'],
      documents: [{ confidence: 1 }],
    })
    expect(await guest.credits()).toBe(8)
  })

  it('costs nothing for a page that shows no document', async () => {
    const guest = await Client.guest(product.url)
    const table = await photographNothing({ seed: 5, things: 0, background: 'wood' })
    const bytes = await pdfOfPicture(table, 'at a point a pixel, as photo exports do')
    const { ingestion_id } = (await guest.ingest({ bytes, name: 'table.pdf' })).body
    const answer = await guest.rectify({ ingestion_id, options: '{"dpi":100}' })
    expect(answer.body).toMatchObject({ status: 'NOT_FOUND', artifacts: { warped_path: null } })
    expect([answer.headers.get('X-Credits-Charged'), await guest.credits()]).toEqual(['0', 10])
  })
})

describe('artifacts', () => {
  it('G30: have a file name, an ETag and ranges, and are served to their owner only', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id, artifacts } = (await guest.ingest(file(photo, 'reçu d’août.jpg'))).body
    const whole = await guest.bytes(artifacts.preview_path)
    expect(whole.headers.get('Content-Type')).toBe('image/jpeg')
    expect(whole.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(decodeURIComponent(whole.headers.get('Content-Disposition')!)).toContain('reçu d’août_apercu.jpg')
    const english = await guest.bytes(artifacts.preview_path, { headers: { 'Accept-Language': 'en' } })
    expect(decodeURIComponent(english.headers.get('Content-Disposition')!)).toContain('_preview.jpg')
    expect(english.headers.get('Vary')).toMatch(/\bAccept-Language\b/i)
    const etag = whole.headers.get('ETag')!
    expect(
      (
        await guest.bytes(artifacts.preview_path, {
          headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
        })
      ).status,
    ).toBe(304)

    const part = await guest.bytes(artifacts.preview_path, { headers: { Range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('Content-Range')).toBe(`bytes 10-19/${whole.bytes.length}`)
    expect(part.bytes.equals(whole.bytes.subarray(10, 20))).toBe(true)
    const beyond = await guest.ask(artifacts.preview_path, { headers: { Range: 'bytes=99999999-' } })
    expect([beyond.status, problemOf(beyond).code]).toEqual([416, 'range_not_satisfiable'])
    expect(problemOf(beyond).detail).toContain('plus court que la plage demandée')
    expect(beyond.headers.get('Content-Type')).toMatch(/^application\/problem\+json/)
    expect(beyond.headers.get('Content-Range')).toBe(`bytes */${whole.bytes.length}`)
    expect(beyond.headers.get('Content-Disposition')).toBeNull()

    const stranger = await Client.guest(product.url)
    expect((await stranger.bytes(artifacts.preview_path)).status).toBe(404)
    expect((await new Client(product.url).bytes(artifacts.preview_path)).status).toBe(401)
    expect((await guest.bytes(artifactPath(ingestion_id, 'original.jpg'))).status).toBe(404)
    expect((await guest.bytes(`${artifactPath(ingestion_id, '..')}%2f..%2foriginal`)).status).toBe(404)
  })
})

describe('a picture of somebody’s document', () => {
  it('14.3.2: is never cached by a browser or a proxy, however it is requested', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id, artifacts } = (await guest.ingest(file(photo))).body
    const found = (await guest.detect({ ingestion_id })).body.artifacts
    const accepted = await guest.oneShot(file(photo), { options: '{"dpi":72}' }, { Prefer: 'respond-async' })
    const { id } = jobOf(accepted)
    const made = (await guest.settle<RectifyReply>(id)).body.artifacts
    const signed = (await guest.ask<RectifyReply>(`/api/v1/detourage/jobs/${id}?sign=1`)).body.artifacts
    const own = [artifacts, found, made]
      .flatMap((paths) => Object.values(paths))
      .filter((path) => path !== null)
    const { warped_path } = made
    const etag = (await guest.bytes(warped_path!)).headers.get('ETag')!
    const answers = [
      ...(await Promise.all(own.map((path) => guest.bytes(path)))),
      await guest.bytes(warped_path!, { method: 'HEAD' }),
      await guest.bytes(warped_path!, { headers: { Range: 'bytes=0-9' } }),
      await guest.bytes(warped_path!, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } }),
      await guest.oneShotFile(file(photo), { options: '{"dpi":72}' }, { Accept: 'image/*' }),
      await new Client(product.url).bytes(signed.warped_path!),
      await new Client(product.url).bytes(warped_path!),
    ]
    expect(answers.map(({ status }) => status)).toEqual([...own.map(() => 200), 200, 206, 304, 200, 200, 401])
    expect(own).toHaveLength(9)
    for (const { headers } of answers) expect(headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('a result', () => {
  it('cannot be read before its step has ended and been paid for', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id } = (await guest.ingest(file(photo))).body
    const { warped_path } = (await guest.rectify({ ingestion_id, options: '{"dpi":72}' })).body.artifacts
    expect((await guest.bytes(warped_path!)).status).toBe(200)
    const unended = `update gateway.steps set state = 'dispatched', result = null, finished_at = null
      where ingestion_id = $1 and kind = 'rectify'`
    await rows(product, unended, [ingestion_id])
    expect((await guest.bytes(warped_path!)).status).toBe(404)
    expect((await guest.bytes(warped_path!.replace('warped.png', 'thumb.webp'))).status).toBe(404)
  })

  it('of the previous release has no small pictures and can still be read', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id } = (await guest.ingest(file(photo))).body
    const { artifacts } = (await guest.rectify({ ingestion_id, options: '{"dpi":72}' })).body
    const made = artifacts.thumb_path!
    expect((await guest.bytes(made)).status).toBe(200)
    for (const object of objectsOf(product, ingestion_id).filter((name) => name.endsWith('.webp')))
      rmSync(object)
    const unshrunk = `update gateway.steps set result = result - 'shrunk' where ingestion_id = $1`
    await rows(product, unshrunk, [ingestion_id])
    const { rectify } = (await guest.item(ingestion_id)).body.pages[0]!
    expect(rectify!.artifacts).toEqual({ ...artifacts, thumb_path: null, screen_path: null })
    expect((await guest.bytes(made)).status).toBe(404)
    expect((await guest.bytes(rectify!.artifacts.warped_path!)).status).toBe(200)
  })
})

describe('erasing', () => {
  it('removes the row, the results and the objects at once, for the owner only', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id, artifacts } = (await guest.ingest(file(photo))).body
    const before = objectsOf(product, ingestion_id)
    expect(before.length).toBeGreaterThan(1)
    expect((await (await Client.guest(product.url)).erase(ingestion_id)).status).toBe(404)
    expect((await guest.erase(ingestion_id)).body).toEqual({ ok: true })
    expect(objectsOf(product, ingestion_id)).toEqual([])
    expect((await guest.item(ingestion_id)).status).toBe(404)
    expect((await guest.bytes(artifacts.preview_path)).status).toBe(404)
    expect((await guest.erase(ingestion_id)).status).toBe(404)
  })

  it('refunds a running rectify, and leaves nothing behind when the worker finishes later', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id } = (await guest.ingest(file(photo))).body
    const asked = await guest.rectify({ ingestion_id, options: '{"dpi":600}' }, { Prefer: 'respond-async' })
    expect(asked.status).toBe(202)
    expect((await guest.erase(ingestion_id)).status).toBe(200)
    expect(await guest.credits()).toBe(10)
    expect((await guest.ask(`/api/v1/detourage/jobs/${jobOf(asked).id}`)).status).toBe(404)
    await untilIdle(product)
    expect(objectsOf(product, ingestion_id)).toEqual([])
    expect(await guest.credits()).toBe(10)
  })
})

describe('the history', () => {
  it('lists a guest’s own files, newest first, in pages', async () => {
    const guest = await Client.guest(product.url)
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await guest.ingest(file(photo, name))
    type Page = { ingestions: { name: string }[]; next_cursor: string | null }
    const first = await guest.ask<Page>('/api/v1/detourage/ingestions?limit=2')
    expect(first.body.ingestions.map(({ name }) => name)).toEqual(['c.jpg', 'b.jpg'])
    const next = `/api/v1/detourage/ingestions?limit=2&cursor=${first.body.next_cursor}`
    const second = await guest.ask<Page>(next)
    expect(second.body.ingestions.map(({ name }) => name)).toEqual(['a.jpg'])
    expect(second.body.next_cursor).toBeNull()
    expect((await guest.ask('/api/v1/detourage/ingestions?cursor=x')).status).toBe(422)
  })
})

describe('a signed address', () => {
  const nobody = () => new Client(product.url)
  const expiresIn = (address: string) => Number(new URLSearchParams(address.split('?')[1]).get('expires'))
  const signedBy = (key: string, path: string, expires: number) => {
    const signature = createHmac('sha256', key).update(`${expires}\n${path}`).digest('base64url')
    return `${path}?expires=${expires}&signature=${signature}`
  }

  it('comes with a job when asked for, and opens its file to anyone who has it', async () => {
    const guest = await Client.guest(product.url)
    const accepted = await guest.oneShot(file(photo), { options: '{"dpi":72}' }, { Prefer: 'respond-async' })
    const { id } = jobOf(accepted)
    const plain = await guest.settle<RectifyReply>(id)
    const signed = await guest.ask<RectifyReply>(`/api/v1/detourage/jobs/${id}?sign=1`)
    for (const name of ['warped_path', 'screen_path', 'thumb_path', 'viz_path', 'mask_path'] as const) {
      const path = plain.body.artifacts[name]!
      expect((await nobody().bytes(path)).status).toBe(401)
      const held = await nobody().bytes(signed.body.artifacts[name]!)
      expect(held.status).toBe(200)
      expect(held.bytes).toEqual((await guest.bytes(path)).bytes)
    }
    expect({ ...signed.body, artifacts: null }).toEqual({ ...plain.body, artifacts: null })
    expect((await nobody().ask(`/api/v1/detourage/jobs/${id}?sign=1`)).status).toBe(401)
  })

  it('comes with every answer of every call when asked for, for as long as asked for and no longer than the file is kept', async () => {
    const guest = await Client.guest(product.url)
    const call = <Body>(to: string, body: FormData, headers = {}) =>
      guest.ask<Body>(`/api/v1/detourage${to}`, { method: 'POST', body, headers })
    const { body: ingested } = await call<IngestReply>('/ingest?sign_for=60', formOf({}, file(photo)))
    const { ingestion_id, expires_at } = ingested
    const options = '{"dpi":72}'
    const rectify = () =>
      call<RectifyReply>('/rectify?sign_for=999999', formOf({ ingestion_id, options }), {
        'Idempotency-Key': 'k',
      })
    const { body: rectified } = await rectify()
    const { body: detected } = await call<DetectReply>('/detect?sign_for=60', formOf({ ingestion_id }))
    const { body: assembled } = await guest.ask<AssemblyReply>('/api/v1/detourage/assemblies?sign_for=60', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ pages: [{ rectify_id: rectified.id }], text: false }),
    })
    const { body: item } = await guest.ask<Item>(`/api/v1/detourage/ingestions/${ingestion_id}?sign_for=60`)
    const listed = await guest.ask<{ ingestions: Item[] }>('/api/v1/detourage/ingestions?sign_for=60')
    const read = [item, ...listed.body.ingestions].flatMap(({ ingest, pages: [page] }) => [
      ingest!,
      page!.detect!,
      page!.rectify!,
      page!.documents[0]!.rectify,
    ])
    expect(read).toHaveLength(8)
    const now = Date.now() / 1_000
    for (const { artifacts } of [ingested, detected, assembled, ...read])
      for (const address of Object.values(artifacts as Record<string, string | null>)) {
        if (address === null) continue
        expect(expiresIn(address)).toBeGreaterThan(now)
        expect(expiresIn(address)).toBeLessThan(now + 61)
        expect((await nobody().bytes(address)).status).toBe(200)
      }
    expect(expiresIn(rectified.artifacts.warped_path!)).toBe(Math.floor(Date.parse(expires_at) / 1_000))
    expect((await nobody().bytes(rectified.artifacts.warped_path!)).status).toBe(200)
    const again = await call<RectifyReply>('/rectify?sign_for=60', formOf({ ingestion_id, options }), {
      'Idempotency-Key': 'k',
    })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(expiresIn(again.body.artifacts.warped_path!)).toBeLessThan(now + 70)
    expect((await call('/detect?sign_for=0', formOf({ ingestion_id }))).status).toBe(422)
    await guest.erase(ingestion_id)
    expect((await nobody().bytes(rectified.artifacts.warped_path!)).status).toBe(404)
  })

  it('comes with the job of a 202 that was asked for it', async () => {
    const guest = await Client.guest(product.url)
    const accepted = await guest.ask<RectifyReply>('/api/v1/detourage?sign_for=60', {
      method: 'POST',
      body: formOf({ options: '{"dpi":72}' }, file(photo)),
      headers: { Prefer: 'respond-async' },
    })
    const location = accepted.headers.get('Location')!
    expect(location).toMatch(/[?]sign_for=60$/)
    await guest.settle(jobOf(accepted).id)
    const { body } = await guest.ask<RectifyReply>(location)
    expect((await nobody().bytes(body.artifacts.warped_path!)).status).toBe(200)
  })

  it('that is forged or signed with a former key, extended, moved to another file or expired opens nothing, even for the owner', async () => {
    const guest = await Client.guest(product.url)
    const { artifacts, ingestion_id } = (await guest.oneShot(file(photo), { options: '{"dpi":72}' })).body
    const path = artifacts.warped_path!
    const key = inject('servers').secrets.addressSigning
    const now = Math.floor(Date.now() / 1_000)
    const good = signedBy(key, path, now + 60)
    expect((await nobody().bytes(good)).status).toBe(200)
    for (const address of [
      signedBy('x'.repeat(32), path, now + 60),
      signedBy(key, path, now - 1),
      good.replace(`expires=${now + 60}`, `expires=${now + 61}`),
      good.replace(path, artifacts.mask_path),
      `${path}?signature=`,
      `${path}?expires=${now + 60}&signature=${'é'.repeat(43)}`,
      `${path}?expires=demain&signature=x`,
    ])
      for (const reader of [nobody(), guest])
        expect([address, (await reader.bytes(address)).status]).toEqual([address, 404])
    await guest.erase(ingestion_id)
    expect((await nobody().bytes(good)).status).toBe(404)
  })
})
