import { heicFile } from '@equerre/testkit/pictures/heic'
import libheif from 'libheif-js/wasm-bundle.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeHeic } from '../src/adapters/heic.ts'
import { openBench, resultOf, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

/** More than libheif's initial memory, counting a few files of this size. */
const paddedBytes = 4_000_000

/** Adds a box that every reader skips, to make a file large. */
function padded(file: Buffer): Buffer {
  const box = Buffer.alloc(paddedBytes)
  box.writeUInt32BE(paddedBytes, 0)
  box.write('free', 4, 'latin1')
  return Buffer.concat([file, box])
}

it.each([
  { primary: 'red', width: 64, height: 48, brightest: 0 },
  { primary: 'blue', width: 48, height: 64, brightest: 2 },
] as const)('G17: shows the file’s primary picture: $primary', async (picture) => {
  const { primary, width, height, brightest } = picture
  const upload = await bench.upload(heicFile(primary), 'image/heic')
  expect(resultOf(await upload.ingest(), 'ingest')).toMatchObject({
    mime: 'image/heic',
    pages: [{ width, height }],
  })
  const { data } = await bench.ctx.codec.decodeSmall((await upload.preview())!, 64)
  const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 3
  const channels = [...data.subarray(middle, middle + 3)]
  expect(channels.indexOf(Math.max(...channels))).toBe(brightest)
})

it('frees all memory after every file, readable or not', () => {
  const whole = padded(heicFile('red'))
  const broken = padded(heicFile('red').fill(0, 0x2fd))
  const decodeBoth = () => {
    expect(decodeHeic(whole, 100_000)).toMatchObject({ width: 64, height: 48 })
    expect(() => decodeHeic(broken, 100_000)).toThrow('unreadable_file')
    expect(() => decodeHeic(whole, 3_000)).toThrow('too_many_pixels')
  }
  decodeBoth()
  const bytesAtFirst = libheif.HEAPU8.length
  for (let round = 0; round < 20; round++) decodeBoth()
  expect(libheif.HEAPU8.length).toBe(bytesAtFirst)
})
