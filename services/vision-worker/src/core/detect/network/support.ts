import type { Point } from '@equerre/geometry/point'
import type { WorkPoint, WorkQuad } from '@equerre/geometry/spaces'
import { cellsInside, insideOverlap, mapAlong, mapAt, type NetworkMaps } from './maps.ts'

/** The maps of one run of the network, and the way into them from work pixels. */
export type View = { readonly maps: NetworkMaps; readonly toInput: (point: WorkPoint) => Point }

/** How well a quad fits a view, each from 0 to 1. */
type Support = {
  /** The corner map at its corners: their mean, and the least. */
  readonly corner: number
  readonly cornerMin: number
  /** The side map along its sides: their mean, and the least. */
  readonly side: number
  readonly sideMin: number
  /** Intersection over union with the inside map. */
  readonly inside: number
}

/** What a view says for a quad, be it one that the network would draw or not. */
export function supportIn({ maps, toInput }: View, quad: WorkQuad): Support {
  const [a, b, c, d] = [toInput(quad[0]), toInput(quad[1]), toInput(quad[2]), toInput(quad[3])]
  const corners = [a, b, c, d].map((corner) => mapAt(maps, maps.corner, corner))
  const sides = (
    [
      [a, b],
      [b, c],
      [c, d],
      [d, a],
    ] as const
  ).map((side) => mapAlong(maps, maps.side, side))
  return {
    corner: mean(corners),
    cornerMin: Math.min(...corners),
    side: mean(sides),
    sideMin: Math.min(...sides),
    inside: insideOverlap(maps, cellsInside(maps, [a, b, c, d])),
  }
}

function mean(four: readonly number[]): number {
  return four.reduce((sum, value) => sum + value, 0) / four.length
}
