import { quadArea, quadIsClockwiseConvex, type Quad } from '@equerre/geometry/quad'
import type { Size, WorkQuad } from '@equerre/geometry/spaces'
import { quadAroundContour } from '../contour-quad.ts'
import { fittedToInside } from '../network/fit-to-inside.ts'
import { outlineOf, piecesOf } from '../network/pieces.ts'
import type { JoinedMaps } from './tiles.ts'

const areaShareMin = 0.002
const areaShareMax = 0.6
const pieceCellsMin = 20

/** Quads that may be one document of several: around each separate piece of the joined maps, and those given, unless too small or too large. */
export function seedsAmong(given: readonly WorkQuad[], joined: JoinedMaps, image: Size): WorkQuad[] {
  const total = image.width * image.height
  return [...quadsOfPieces(joined), ...given].filter((quad) => {
    const share = quadArea(quad) / total
    return share > areaShareMin && share < areaShareMax && quadIsClockwiseConvex(quad)
  })
}

function quadsOfPieces({ maps, scale }: JoinedMaps): WorkQuad[] {
  const onWork = (quad: Quad) => quad.map(([x, y]) => [x * scale, y * scale]) as unknown as WorkQuad
  return piecesOf(maps)
    .filter((piece) => piece.length >= pieceCellsMin)
    .flatMap((piece) => {
      const quad = quadAroundContour(outlineOf(maps, piece))
      return quad ? [onWork(fittedToInside(maps, quad)), onWork(quad)] : []
    })
}
