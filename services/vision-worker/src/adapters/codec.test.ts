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
