import { heicFile, heicOfDisplayP3 } from '@equerre/testkit/pictures/heic'
import { unusualImages, unusualSize } from '@equerre/testkit/pictures/odd-files'
import { tiledHeic } from '@equerre/testkit/pictures/tiled-heic'
import { expect, it } from 'vitest'
import { declaredHeifSize } from './heif-size.ts'

it('is the primary picture’s, however the file lists its pictures', async () => {
  expect(declaredHeifSize(heicFile('red'))).toEqual({ width: 64, height: 48 })
  expect(declaredHeifSize(heicFile('blue'))).toEqual({ width: 48, height: 64 })
  for (const file of Object.values(heicOfDisplayP3))
    expect(declaredHeifSize(file)).toEqual({ width: 64, height: 64 })
  expect(declaredHeifSize(await unusualImages['AVIF']!())).toEqual(unusualSize)
  const size = { width: 16_320, height: 12_240 }
  expect(declaredHeifSize(tiledHeic({ ...size, tileSide: 512 }))).toEqual(size)
})

it('is unknown for other files, and for damaged ones', async () => {
  expect(declaredHeifSize(await unusualImages['TIFF']!())).toBeNull()
  expect(declaredHeifSize(new Uint8Array())).toBeNull()
  const file = heicFile('red')
  for (let bytes = 0; bytes < 700; bytes += 7)
    expect([null, 64]).toContain(declaredHeifSize(file.subarray(0, bytes))?.width ?? null)
})
