import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openCodec } from './codec.ts'

it('writes 16 Mpx of noise as WebP', async () => {
  const [width, height] = [4_000, 4_000]
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const data = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .raw()
    .toBuffer()
  const webp = await openCodec({ pixelsMax: width * height }).encodeWebp({ width, height, data }, 300)
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width, height })
})

it('reduces pixels to what decoding their file at that size gives', async () => {
  const codec = openCodec({ pixelsMax: 10_000_000 })
  for (const [width, height] of [
    [1600, 1200],
    [1067, 1600],
    [1201, 900],
    [640, 480],
  ] as const) {
    const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => 127 + 120 * Math.sin(i / 97))
    const file = await codec.encodeJpeg({ width, height, data }, { quality: 85 })
    const whole = await codec.decodeWhole(file)
    const [reduced, decoded] = [await codec.reduce(whole, 800), await codec.decodeSmall(file, 800)]
    expect([reduced.width, reduced.height]).toEqual([decoded.width, decoded.height])
    expect(Buffer.compare(reduced.data, decoded.data)).toBe(0)
  }
})
