import { heicOfDisplayP3 } from '@equerre/testkit/pictures/heic'
import { adobeRgb, iccCurves, iccProfile } from '@equerre/testkit/pictures/icc'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, resultOf, type Bench } from './bench.ts'

let bench: Bench
const folder = mkdtempSync(path.join(tmpdir(), 'equerre-colour-'))
beforeAll(async () => {
  bench = await openBench()
})
afterAll(async () => {
  await bench.close()
  rmSync(folder, { recursive: true })
})

/** Every mixture of six levels each of red, green and blue. */
const colours = Uint8Array.from({ length: 216 * 3 }, (_, i) => {
  const [colour, channel] = [Math.floor(i / 3), i % 3]
  return (Math.floor(colour / 6 ** channel) % 6) * 51
})
const size = { width: 36, height: 6 }

/** The colours as a PNG with that profile. */
async function tagged(profile: string): Promise<Buffer> {
  return sharp(colours, { raw: { ...size, channels: 3 } })
    .withIccProfile(profile)
    .png()
    .toBuffer()
}

function worstDifference(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length)
  return Math.max(...a.map((value, at) => Math.abs(value - b[at]!)))
}

describe('a picture whose colours are not sRGB', () => {
  it.each(Object.keys(iccCurves))('is converted as Little CMS does: curve %s', async (name) => {
    const file = path.join(folder, `${name}.icc`)
    writeFileSync(file, iccProfile(adobeRgb, iccCurves[name]!))
    const png = await tagged(file)
    const { data } = await bench.ctx.codec.decodeWhole(png)
    const theirs = await sharp(png).raw().toBuffer()
    const asStored = await sharp(png, { ignoreIcc: true }).raw().toBuffer()
    expect(worstDifference(data, theirs)).toBeLessThanOrEqual(2)
    expect(worstDifference(asStored, theirs)).toBeGreaterThan(20)
  })

  it.each([
    ['cropped and resized', 'decodeStored'],
    ['reduced for the preview', 'encodePreview'],
  ] as const)('has the right colours when %s', async (_, how) => {
    const plain = { width: 400, height: 300, channels: 3, background: '#60a030' } as const
    const jpeg = await sharp({ create: plain }).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()
    const image =
      how === 'encodePreview'
        ? await bench.ctx.codec.decodeWhole(await bench.ctx.codec.encodePreview(jpeg, 90))
        : await bench.ctx.codec.decodeStored(jpeg, {
            size: { width: 200, height: 150 },
            region: { left: 9, top: 9, width: 60, height: 30 },
          })
    expect(worstDifference(image.data.subarray(0, 3), Uint8Array.of(0x60, 0xa0, 0x30))).toBeLessThan(4)
  })
})

it('keeps every value of a picture with sRGB’s own profile', async () => {
  const { data } = await bench.ctx.codec.decodeWhole(await tagged('srgb'))
  expect(worstDifference(data, colours)).toBe(0)
})

it.each(Object.keys(heicOfDisplayP3))('converts a Display P3 HEIC to sRGB, declared by %s', async (told) => {
  const upload = await bench.upload(heicOfDisplayP3[told]!, 'image/heic')
  resultOf(await upload.ingest(), 'ingest')
  const { data } = await bench.ctx.codec.decodeWhole((await upload.preview())!)
  // Unconverted, it would be 200, 120, 60.
  expect(worstDifference(data.subarray(0, 3), Uint8Array.of(213, 115, 42))).toBeLessThan(4)
})
