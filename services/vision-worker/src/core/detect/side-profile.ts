import { pointBetween, pointDistance, type Point } from '@equerre/geometry/point'
import type { RgbImage } from '../pixels.ts'

/** Lightness, red-green and yellow-blue opponents, in steps of an 8-bit channel. */
export type Tone = readonly [light: number, redGreen: number, yellowBlue: number]

/** One side of a clockwise quad, looked at across. */
export type SideProfile = {
  /** Share of the side that can be judged, because it and its surroundings lie in the frame. */
  readonly visible: number
  /** Share of the judged samples where the tone steps within `nearPx` of the side, and nowhere nearby as much. */
  readonly support: number
  /** Share of the judged samples that step in the side's own majority sense (brighter or darker inside). */
  readonly sameSense: number
  /** Median tone inside minus median tone outside. */
  readonly step: Tone
  readonly inside: Tone
  readonly outside: Tone
  /** Size of that step, colour included. */
  readonly contrast: number
}

/** A place on a side and the unit vector from there into the quad. */
type Place = { readonly at: Point; readonly normal: Point }

type Strips = { readonly inside: Tone; readonly outside: Tone }

const black: Tone = [0, 0, 0]
const samplesPerSide = 48
const nearPx = 1.5
const stripPx = [3, 5, 7] as const
/** Steps below this are noise and paper grain after JPEG. */
const stepMin = 8

/** Looks across a side from `a` to `b` (clockwise, work pixels): is this where the paper ends? */
export function profileSide(image: RgbImage, a: Point, b: Point): SideProfile {
  const length = pointDistance(a, b)
  const normal: Point = [(a[1] - b[1]) / length, (b[0] - a[0]) / length]
  const strips: Strips[] = []
  let supported = 0
  for (let i = 0; i < samplesPerSide; i++) {
    // The ends are left out: corners are round, folded or held by fingers.
    const at = pointBetween(a, b, 0.04 + (0.92 * (i + 0.5)) / samplesPerSide)
    const place = { at, normal }
    const pair = stripsAt(image, place)
    if (!pair) continue
    strips.push(pair)
    if (isEdge(image, place)) supported++
  }
  return summarise(strips, supported)
}

/** The image's tone at a place, by the nearest pixel; null outside the frame. */
function toneAt({ width, height, data }: RgbImage, [x, y]: Point): Tone | null {
  const column = Math.floor(x)
  const row = Math.floor(y)
  if (column < 0 || row < 0 || column >= width || row >= height) return null
  const at = (row * width + column) * 3
  const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
  return [0.3 * red + 0.59 * green + 0.11 * blue, red - green, (red + green) / 2 - blue]
}

/** Size of a tone difference; colour counts half, as chroma is coarser in a JPEG. */
export function toneSize([light, redGreen, yellowBlue]: Tone): number {
  return Math.abs(light) + 0.5 * (Math.abs(redGreen) + Math.abs(yellowBlue))
}

function summarise(strips: readonly Strips[], supported: number): SideProfile {
  if (strips.length < samplesPerSide / 4) {
    return { visible: 0, support: 0, sameSense: 0, step: black, inside: black, outside: black, contrast: 0 }
  }
  const inside = medianTone(strips.map((strip) => strip.inside))
  const outside = medianTone(strips.map((strip) => strip.outside))
  const step = toneDifference(inside, outside)
  const along = strips.filter((strip) => {
    const own = toneDifference(strip.inside, strip.outside)
    return own[0] * step[0] + own[1] * step[1] + own[2] * step[2] > stepMin
  })
  return {
    visible: strips.length / samplesPerSide,
    support: supported / strips.length,
    sameSense: along.length / strips.length,
    step,
    inside,
    outside,
    contrast: toneSize(step),
  }
}

/** Mean tones of a strip inside and of one outside; null when either leaves the frame. */
function stripsAt(image: RgbImage, { at: [x, y], normal: [nx, ny] }: Place): Strips | null {
  const inner = [0, 0, 0]
  const outer = [0, 0, 0]
  for (const px of stripPx) {
    const inside = toneAt(image, [x + nx * px, y + ny * px])
    const outside = toneAt(image, [x - nx * px, y - ny * px])
    if (!inside || !outside) return null
    for (let c = 0; c < 3; c++) {
      inner[c]! += inside[c]! / stripPx.length
      outer[c]! += outside[c]! / stripPx.length
    }
  }
  return { inside: inner as unknown as Tone, outside: outer as unknown as Tone }
}

/** Whether the tone steps here at least as much as a little further in or out. */
function isEdge(image: RgbImage, place: Place): boolean {
  const here = stepAt(image, place, 0)
  return here >= stepMin && here >= 0.8 * Math.max(stepAt(image, place, 4), stepAt(image, place, -4))
}

function stepAt(image: RgbImage, { at: [x, y], normal: [nx, ny] }: Place, offset: number): number {
  const inner = toneAt(image, [x + nx * (offset + nearPx), y + ny * (offset + nearPx)])
  const outer = toneAt(image, [x + nx * (offset - nearPx), y + ny * (offset - nearPx)])
  if (!inner || !outer) return 0
  return toneSize(toneDifference(inner, outer))
}

/** The first tone minus the second. */
export function toneDifference(a: Tone, b: Tone): Tone {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function medianTone(tones: readonly Tone[]): Tone {
  return [median(tones.map((t) => t[0])), median(tones.map((t) => t[1])), median(tones.map((t) => t[2]))]
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}
