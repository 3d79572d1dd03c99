import type { Size } from '@equerre/geometry/spaces'
import { expect, it } from 'vitest'
import { loadTextModels } from '../src/adapters/text-models.ts'
import { chooseWarp } from '../src/adapters/warp-kernel.ts'
import type { RgbImage } from '../src/core/pixels.ts'
import { plainText } from '../src/core/read/page-text.ts'
import { readText } from '../src/flow/read-text.ts'

const models = await loadTextModels()

/** Bars of these characters, from x, y to x, y in sixths of their side, rightwards or down. */
const bars = {
  中: '02-52 52-54 04-54 02-04 20-26',
  日: '10-40 40-46 16-46 10-16 13-43',
  田: '01-51 51-56 06-56 01-06 03-53 31-36',
}
const [side, ink, pitch] = [40, 5, 50]

function write(text: readonly (keyof typeof bars)[], page: RgbImage, [left, top]: readonly [number, number]) {
  for (const [place, sign] of text.entries()) {
    for (const bar of bars[sign].split(' ')) {
      const [x1, y1, x2, y2] = bar.match(/\d/g)!.map((sixths) => Math.round((Number(sixths) * side) / 6))
      const from: [number, number] = [left + place * pitch + x1!, top + y1!]
      fill(page, from, { width: x2! - x1! + ink, height: y2! - y1! + ink })
    }
  }
}

function fill(page: RgbImage, [left, top]: readonly [number, number], { width, height }: Size): void {
  for (let y = top; y < top + height; y++) {
    const from = 3 * (y * page.width + left)
    page.data.fill(30, from, from + 3 * width)
  }
}

it.skipIf(!models || 'readPage' in models)(
  'reads lines in Chinese, though it tries Western letters first',
  async () => {
    const page = { width: 640, height: 480, data: new Uint8Array(640 * 480 * 3).fill(240) }
    write(['日', '田', '中', '日', '中', '田'], page, [60, 80])
    write(['中', '日', '田'], page, [60, 240])
    const text = plainText(await readText(page, { models: models!, warp: chooseWarp().warp }))
    expect(text.split(/\n+/)).toEqual(['日田中日中田', '中日田'])
  },
)
