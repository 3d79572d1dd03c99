import { quadContains, type Quad } from '@equerre/geometry/quad'
import { describe, expect, it } from 'vitest'
import { cellPx, type NetworkMaps } from '../network/maps.ts'
import { joinedMaps, tilesOf, type SeenTile } from './tiles.ts'

const image = { width: 800, height: 600 }
const tiles = tilesOf(image)

/** What a network would see that answers for one work pixel with one input pixel: a document, cut off by the tile’s border. */
function seen(region: SeenTile['region'], document: Quad): SeenTile {
  const columns = Math.ceil(region.width / cellPx)
  const rows = Math.ceil(region.height / cellPx)
  const inside = Float32Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [((at % columns) + 0.5) * cellPx, (Math.floor(at / columns) + 0.5) * cellPx]
    return quadContains(document, [x + region.left, y + region.top]) ? 1 : 0
  })
  const maps: NetworkMaps = { columns, rows, inside, corner: inside, side: inside }
  return { region, maps, toInput: ([x, y]) => [x - region.left, y - region.top] }
}

describe('tiles', () => {
  it('cover the picture and overlap', () => {
    for (let x = 0.5; x < image.width; x += 25) {
      for (let y = 0.5; y < image.height; y += 25) {
        const holding = tiles.filter(
          ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
        )
        expect(holding.length).toBeGreaterThan(0)
      }
    }
    const area = tiles.reduce((sum, { width, height }) => sum + width * height, 0)
    expect(area).toBeGreaterThan(1.4 * image.width * image.height)
  })

  it('are joined to one map on which a document that several saw is where it was', () => {
    const document: Quad = [
      [250, 150],
      [500, 200],
      [480, 420],
      [240, 400],
    ]
    const { maps, scale } = joinedMaps(
      tiles.map((region) => seen(region, document)),
      image,
    )
    let [right, all] = [0, 0]
    maps.inside.forEach((value, at) => {
      const x = ((at % maps.columns) + 0.5) * cellPx * scale
      const y = (Math.floor(at / maps.columns) + 0.5) * cellPx * scale
      all++
      if (value > 0.5 === quadContains(document, [x, y])) right++
    })
    expect(right / all).toBeGreaterThan(0.98)
  })
})
