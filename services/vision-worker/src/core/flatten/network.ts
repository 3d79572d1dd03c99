import type { Point } from '@equerre/geometry/point'
import { grayFromRgb, type GrayImage } from '../pixels.ts'
import { tapsAround, tapsCovering, type Taps } from '../taps.ts'
import type { Box } from './lines.ts'
import { transposed, transposedBox, type Look } from './look.ts'
import type { FlatPoint } from './sheet.ts'

/**
 * What the bend network says of a page whose longer side runs down: for `rows` × `columns` places of it, row by row, how many
 * pixels of its picture lie between where something is seen and where it belongs, and how far that may be off; each first across, then down.
 */
export type BendAnswer = {
  readonly shifts: readonly [Float32Array, Float32Array]
  readonly scales: readonly [Float32Array, Float32Array]
  /** How likely the sheet is bent at all. */
  readonly bent: number
}

/** The network: what it says of its picture of a page. */
export type AskBend = (picture: Float32Array) => Promise<BendAnswer>

/** The network's picture: the page's longer side runs down, with `margin` pixels around it on every side. */
export const networkSize = { width: 288, height: 384 }
const margin = 32
export const networkPlaces = { rows: 20, columns: 14 }
const inner = { width: networkSize.width - 2 * margin, height: networkSize.height - 2 * margin }

/** A place of the straightened picture and the point of the flat page that the network sees there, give or take `sd` along each axis. */
export type Place = { readonly seen: Point; readonly flat: FlatPoint; readonly sd: readonly [number, number] }

/** The network has learned of such places alone where they belong. */
export function showsPaper({ flat }: Place): boolean {
  return flat.every((share) => share >= 0 && share <= 1)
}

/** What the network sees: where places belong, and how likely the sheet is bent at all. */
export type NetworkSeen = { readonly places: readonly Place[]; readonly bent: number }

/** Asks the network about a page. */
export async function networkSees({ image, page }: Look, ask: AskBend): Promise<NetworkSeen> {
  return seenIn(await ask(networkPicture(grayFromRgb(image), page)), page)
}

/** Grey levels of a straightened page. */
export function networkPicture(gray: GrayImage, box: Box): Float32Array {
  if (box.width > box.height) return networkPicture(transposed(gray), transposedBox(box))
  const across = tapsAlong(box.width / inner.width, box.left, { count: networkSize.width, end: gray.width })
  const down = tapsAlong(box.height / inner.height, box.top, { count: networkSize.height, end: gray.height })
  const narrow = new Float32Array(networkSize.width * gray.height)
  for (let y = 0; y < gray.height; y++)
    for (let x = 0; x < networkSize.width; x++)
      narrow[y * networkSize.width + x] = meanOver(gray.data, across[x]!, { from: y * gray.width, step: 1 })
  const picture = new Float32Array(networkSize.width * networkSize.height)
  for (let y = 0; y < networkSize.height; y++)
    for (let x = 0; x < networkSize.width; x++)
      picture[y * networkSize.width + x] = meanOver(narrow, down[y]!, { from: x, step: networkSize.width })
  return picture
}

/** The pixels that each of the network's shows along one axis; where nothing was looked at, the last one. */
function tapsAlong(
  scale: number,
  start: number,
  { count, end }: { readonly count: number; readonly end: number },
): Taps[] {
  return Array.from({ length: count }, (_, i) => {
    const from = start + (i - margin) * scale
    const covers = scale >= 1 && from >= 0 && from + scale <= end
    return covers ? tapsCovering(from, from + scale) : tapsAround(from + scale / 2 - 0.5, 0, end - 1)
  })
}

type Along = { readonly from: number; readonly step: number }

function meanOver(values: ArrayLike<number>, { first, weights }: Taps, { from, step }: Along): number {
  let sum = 0
  for (let k = 0; k < weights.length; k++) sum += weights[k]! * values[from + (first + k) * step]!
  return sum
}

/** Laplace's scale of an error and its standard deviation. */
const sdOfScale = Math.SQRT2

/** The network's answer as evidence, in shares of the page's diagonal. */
export function seenIn({ shifts, scales, bent }: BendAnswer, box: Box): NetworkSeen {
  const lies = box.width > box.height
  const diagonal = Math.hypot(box.width, box.height)
  const size: Point = [box.width / diagonal, box.height / diagonal]
  const turned = ([one, other]: Point): Point => (lies ? [other, one] : [one, other])
  const places = Array.from({ length: networkPlaces.rows * networkPlaces.columns }, (_, i) => {
    const at: Point = [
      ((i % networkPlaces.columns) + 0.5) / networkPlaces.columns,
      (Math.floor(i / networkPlaces.columns) + 0.5) / networkPlaces.rows,
    ]
    const share = ([across, down]: readonly [Float32Array, Float32Array]): Point =>
      turned([across[i]! / inner.width, down[i]! / inner.height])
    const [u, v] = turned(at)
    const [du, dv] = share(shifts)
    const [bu, bv] = share(scales)
    return {
      seen: [u * size[0], v * size[1]],
      flat: [u + du, v + dv],
      sd: [sdOfScale * bu * size[0], sdOfScale * bv * size[1]],
    } as const
  })
  return { places, bent }
}
