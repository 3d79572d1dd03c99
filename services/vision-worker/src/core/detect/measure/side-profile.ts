import type { Point } from '@equerre/geometry/point'
import type { RgbImage } from '../../pixels.ts'

/** Lightness, red-green and yellow-blue opponents, in steps of an 8-bit channel. */
export type Tone = readonly [light: number, redGreen: number, yellowBlue: number]

/** What lies across one side of a clockwise quad. */
export type SideProfile = {
  /** Share of the side that can be judged because it and its surroundings are within the frame. */
  readonly visible: number
  /** Share of the judged samples where the tone steps at the side itself, and by about as much as anywhere nearby. */
  readonly support: number
  /** Share of the judged samples that step in the side's majority direction (brighter or darker inside). */
  readonly sameSense: number
  /** Mean tone inside minus mean tone outside. */
  readonly step: Tone
  readonly inside: Tone
  readonly outside: Tone
  /** Size of the step, including colour. */
  readonly contrast: number
  /** The same in standard deviations of the tones along the side: clear even where it is small. */
  readonly clarity: number
  /** Mean change of lightness between samples along the strips inside and outside: text, patterns. */
  readonly textureInside: number
  readonly textureOutside: number
}

const samplesPerSide = 40
/** Distances from the side, in work pixels, at which tones are read: positive inside, negative outside. */
const depths = [-11, -8, -6, -4, -2, 2, 4, 6, 8, 11] as const
/** Indices into `depths` of the strip next to the side, and of the one a little further out. */
const outsideStrip = [2, 3, 4] as const
const insideStrip = [5, 6, 7] as const
/** The two depths next to the side, and the two ends of these strips. */
const atSide = [4, 5] as const
const acrossSide = [2, 7] as const
const outsideFar = [0, 1] as const
const insideFar = [8, 9] as const
/** Steps below this are noise and paper grain after JPEG. */
const stepMin = 6
const black: Tone = [0, 0, 0]

const unseen: SideProfile = {
  visible: 0,
  support: 0,
  sameSense: 0,
  step: black,
  inside: black,
  outside: black,
  contrast: 0,
  clarity: 0,
  textureInside: 0,
  textureOutside: 0,
}

/** Profiles the side from `a` to `b` (clockwise, work pixels): is this where the paper ends? */
export function profileSide(image: RgbImage, a: Point, b: Point): SideProfile {
  const tones = readAcross(image, a, b)
  const count = tones.length / (depths.length * 3)
  if (count < samplesPerSide / 4) return unseen
  const inside = stripMeans(tones, insideStrip)
  const outside = stripMeans(tones, outsideStrip)
  const step = toneDifference(meanTone(inside), meanTone(outside))
  const contrast = toneSize(step)
  let sameSense = 0
  let support = 0
  for (let i = 0; i < count; i++) {
    const own = toneDifference(toneOf(inside, i), toneOf(outside, i))
    if (own[0] * step[0] + own[1] * step[1] + own[2] * step[2] > stepMin * contrast * 0.3) sameSense++
    if (isEdge(tones, i)) support++
  }
  return {
    visible: count / samplesPerSide,
    support: support / count,
    sameSense: sameSense / count,
    step,
    inside: meanTone(inside),
    outside: meanTone(outside),
    contrast,
    clarity: contrast / (deviation(inside) + deviation(outside) + 4),
    textureInside: changeAlong(stripMeans(tones, insideFar)),
    textureOutside: changeAlong(stripMeans(tones, outsideFar)),
  }
}

/** Of the mean step across six pixels on either side of a side, the share that lies between two pixels on either side: about 1 for paper, less for a shadow's border. */
export function sideSharpness(image: RgbImage, a: Point, b: Point): number {
  const tones = readAcross(image, a, b)
  return meanStep(tones, atSide) / (meanStep(tones, acrossSide) + 1)
}

/** Size of a tone difference; colour counts half, since JPEG stores chroma more coarsely. */
export function toneSize([light, redGreen, yellowBlue]: Tone): number {
  return Math.abs(light) + 0.5 * (Math.abs(redGreen) + Math.abs(yellowBlue))
}

/** The first tone minus the second. */
export function toneDifference(a: Tone, b: Tone): Tone {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** Tones at every depth, for each sample that lies entirely within the frame. */
function readAcross({ width, height, data }: RgbImage, a: Point, b: Point): Float32Array {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  const normalX = (a[1] - b[1]) / length
  const normalY = (b[0] - a[0]) / length
  const tones = new Float32Array(samplesPerSide * depths.length * 3)
  let to = 0
  for (let i = 0; i < samplesPerSide; i++) {
    // Skip the ends: corners are round, folded or held by fingers.
    const t = 0.04 + (0.92 * (i + 0.5)) / samplesPerSide
    const x = a[0] + (b[0] - a[0]) * t
    const y = a[1] + (b[1] - a[1]) * t
    const reach = depths[depths.length - 1]!
    const left = Math.min(x - normalX * reach, x + normalX * reach)
    const right = Math.max(x - normalX * reach, x + normalX * reach)
    const top = Math.min(y - normalY * reach, y + normalY * reach)
    const bottom = Math.max(y - normalY * reach, y + normalY * reach)
    if (left < 0 || top < 0 || right >= width || bottom >= height) continue
    for (let depth = 0; depth < depths.length; depth++, to += 3) {
      const at =
        (Math.floor(y + normalY * depths[depth]!) * width + Math.floor(x + normalX * depths[depth]!)) * 3
      const red = data[at]!
      const green = data[at + 1]!
      tones[to] = 0.3 * red + 0.59 * green + 0.11 * data[at + 2]!
      tones[to + 1] = red - green
      tones[to + 2] = (red + green) / 2 - data[at + 2]!
    }
  }
  return tones.subarray(0, to)
}

/** Size of the step between two depths in the mean of all samples. */
function meanStep(tones: Float32Array, [from, to]: readonly [number, number]): number {
  return toneSize(toneDifference(meanTone(stripMeans(tones, [to])), meanTone(stripMeans(tones, [from]))))
}

/** Whether the tone steps here about as much as a little further in or out. */
function isEdge(tones: Float32Array, sample: number): boolean {
  const here = stepBetween(tones, sample, atSide)
  if (here < stepMin) return false
  return here >= 0.8 * Math.max(stepBetween(tones, sample, [2, 4]), stepBetween(tones, sample, [5, 7]))
}

function stepBetween(tones: Float32Array, sample: number, [from, to]: readonly [number, number]): number {
  const a = (sample * depths.length + from) * 3
  const b = (sample * depths.length + to) * 3
  return (
    Math.abs(tones[b]! - tones[a]!) +
    0.5 * (Math.abs(tones[b + 1]! - tones[a + 1]!) + Math.abs(tones[b + 2]! - tones[a + 2]!))
  )
}

/** Mean tone of a strip at each sample. */
function stripMeans(tones: Float32Array, strip: readonly number[]): Float32Array {
  const means = new Float32Array(tones.length / depths.length)
  for (let i = 0; i < means.length; i++) {
    const sample = Math.floor(i / 3)
    for (const depth of strip)
      means[i]! += tones[(sample * depths.length + depth) * 3 + (i % 3)]! / strip.length
  }
  return means
}

function toneOf(tones: Float32Array, sample: number): Tone {
  return [tones[sample * 3]!, tones[sample * 3 + 1]!, tones[sample * 3 + 2]!]
}

function meanTone(tones: Float32Array): Tone {
  const sum = [0, 0, 0]
  for (let i = 0; i < tones.length; i++) sum[i % 3]! += tones[i]!
  const count = tones.length / 3
  return [sum[0]! / count, sum[1]! / count, sum[2]! / count]
}

/** Standard deviation of the lightness along a side, estimated as three times the mean absolute deviation. */
function deviation(tones: Float32Array): number {
  const [mean] = meanTone(tones)
  let sum = 0
  for (let i = 0; i < tones.length; i += 3) sum += Math.abs(tones[i]! - mean)
  return (3 * sum) / tones.length
}

function changeAlong(tones: Float32Array): number {
  let sum = 0
  for (let i = 3; i < tones.length; i += 3) sum += Math.abs(tones[i]! - tones[i - 3]!)
  return (3 * sum) / Math.max(1, tones.length - 3)
}
