import type { Size, WorkPoint } from '@equerre/geometry/spaces'
import type { Region } from '../network/input.ts'
import { cellPx, mapAt, type NetworkMaps } from '../network/maps.ts'
import type { View } from '../network/support.ts'

/** Tiles along each axis, and the share of the picture that each covers: neighbours overlap by two fifths. */
const tilesPerAxis = 3
const tileShare = 0.42
/** Cells of the joined maps along the picture's long side: about as fine as a tile's own. */
const longCells = 160
/** A tile counts fully from this share of it away from its border, where a document is cut off. */
const marginShare = 0.25
const weightMin = 0.01

/** The network's answer to one tile, and the way from the work image to its input. */
export type SeenTile = View & { readonly region: Region }

/** Overlapping regions that cover the picture, in work pixels. */
export function tilesOf({ width, height }: Size): Region[] {
  const size = { width: Math.round(width * tileShare), height: Math.round(height * tileShare) }
  const steps = Array.from({ length: tilesPerAxis }, (_, i) => i / (tilesPerAxis - 1))
  return steps.flatMap((down) =>
    steps.map((across) => ({
      ...size,
      left: Math.round((width - size.width) * across),
      top: Math.round((height - size.height) * down),
    })),
  )
}

/** Maps of the whole picture, and how many work pixels each of their pixels is. */
export type JoinedMaps = { readonly maps: NetworkMaps; readonly scale: number }

/**
 * The tiles' maps as one map of the whole picture, each place the mean of the tiles that see it, those in whose middle it
 * lies counting most.
 */
export function joinedMaps(seen: readonly SeenTile[], image: Size): JoinedMaps {
  const cell = Math.max(image.width, image.height) / longCells
  const columns = Math.round(image.width / cell)
  const rows = Math.round(image.height / cell)
  const make = () => new Float32Array(columns * rows)
  const maps = { columns, rows, corner: make(), inside: make(), side: make() }
  const weights = make()
  for (const tile of seen) addTile(tile, { maps, weights, cell, image })
  for (const map of [maps.corner, maps.inside, maps.side])
    map.forEach((sum, at) => (map[at] = sum / Math.max(weights[at]!, weightMin)))
  return { maps, scale: cell / cellPx }
}

type Joined = {
  readonly maps: NetworkMaps
  readonly weights: Float32Array
  readonly cell: number
  readonly image: Size
}

function addTile({ region, maps, toInput }: SeenTile, { maps: joined, weights, cell, image }: Joined): void {
  const { left, top, width, height } = region
  for (let row = Math.floor(top / cell); row < Math.min(joined.rows, (top + height) / cell); row++) {
    for (
      let column = Math.floor(left / cell);
      column < Math.min(joined.columns, (left + width) / cell);
      column++
    ) {
      const place: WorkPoint = [(column + 0.5) * cell, (row + 0.5) * cell]
      const weight = weightAt(place, region, image)
      if (weight <= 0) continue
      const at = row * joined.columns + column
      const seen = toInput(place)
      weights[at]! += weight
      for (const name of ['corner', 'inside', 'side'] as const)
        joined[name][at]! += weight * mapAt(maps, maps[name], seen)
    }
  }
}

/** How much a tile is believed at a place; the picture's own border cuts nothing off. */
function weightAt([x, y]: WorkPoint, { left, top, width, height }: Region, image: Size): number {
  const away = [
    left > 0 ? (x - left) / width : 1,
    top > 0 ? (y - top) / height : 1,
    left + width < image.width ? (left + width - x) / width : 1,
    top + height < image.height ? (top + height - y) / height : 1,
  ]
  return Math.min(1, Math.max(weightMin, Math.min(...away) / marginShare))
}
