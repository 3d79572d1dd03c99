import { homographyFromSquare, type Homography } from './homography.ts'
import type { Point } from './point.ts'
import type { Quad } from './quad.ts'

/**
 * One supposition about the camera behind a picture; lengths in the picture's pixels, `sd` is a standard
 * deviation.
 */
export type Lens = {
  readonly focalPx: number
  /** Standard deviation of the focal length's natural logarithm. */
  readonly focalLogSd: number
  /** Where the optical axis meets the picture. */
  readonly centre: Point
  readonly centreSdPx: number
}

/** A quad as the rectangle that it would be under one lens. */
export type RectangleFit = {
  /** Natural logarithm of the rectangle's width divided by its height. */
  readonly logRatio: number
  readonly logVariance: number
  /** By how many of its standard deviations the right angle was missed before anything moved. */
  readonly surprise: number
  /** How far corners must move for a right angle, against how far they may: the share of corners in `surprise`. */
  readonly cornerShare: number
  /** Squared tangent of the angle between the rectangle's normal and the optical axis. */
  readonly slopeSquared: number
}

/**
 * No value moves by more than this many of its standard deviations: a figure that needs more is not a
 * rectangle.
 */
const surpriseMax = 3
const rounds = 2
/** Of the state: eight coordinates of corners, the focal length's logarithm, the centre. */
const cornerValues = 8

/**
 * A rectangle seen by a pinhole camera reveals its ratio once the focal length is known, as |K⁻¹h₁| / |K⁻¹h₂| (Z. Zhang and
 * L.-W. He, Whiteboard Scanning and Image Enhancement, MSR-TR-2003-39). Their second equation, that the two sides are at
 * right angles, yields the focal length, but nothing where a pair of sides is parallel in the picture, the usual pose. So it
 * is used as one more observation (a Kalman update with the right angle as the measurement): corners, focal length and
 * centre move as little as their variances allow until the angle is right, and the variance they are left with gives the
 * ratio's.
 */
export function fitRectangle(quad: Quad, lens: Lens, cornerSdPx: number): RectangleFit {
  const start = [...quad.flat(), Math.log(lens.focalPx), ...lens.centre]
  const cornerSds = Array.from({ length: cornerValues }, () => cornerSdPx)
  const sds = [...cornerSds, lens.focalLogSd, lens.centreSdPx, lens.centreSdPx]
  const variances = sds.map((sd) => sd * sd)
  const weighted = (slope: readonly number[]) => slope.map((value, i) => value * variances[i]!)
  let state = start
  let surprise = 0
  for (let round = 0; round < rounds; round++) {
    const slope = gradient(cosineOf, neighboursOf(state, sds), sds)
    const gained = weighted(slope)
    const variance = dot(slope, gained)
    const back = start.map((value, i) => value - state[i]!)
    const off = cosineOf(sidesOf(state)) + dot(slope, back)
    surprise = Math.abs(off) / Math.sqrt(variance)
    const step = (off / variance) * Math.min(1, surpriseMax / surprise)
    state = start.map((value, i) => value - gained[i]! * step)
  }
  const neighbours = neighboursOf(state, sds)
  const right = gradient(cosineOf, neighbours, sds)
  const slope = gradient(logRatioOf, neighbours, sds)
  const rightVariance = dot(right, weighted(right))
  const explained = dot(right, weighted(slope)) ** 2 / rightVariance
  const ofCorners = dot(right.slice(0, cornerValues), weighted(right))
  const sides = sidesOf(state)
  return {
    logRatio: logRatioOf(sides),
    // A figure that no rectangle explains is less certain than its corners suggest.
    logVariance: Math.max(0, dot(slope, weighted(slope)) - explained) * Math.max(1, surprise) ** 2,
    surprise,
    cornerShare: Math.sqrt(ofCorners / rightVariance),
    slopeSquared: slopeSquaredOf(sides),
  }
}

type Direction = readonly [number, number, number]
/** A rectangle's top and left sides in space, to a common scale: K⁻¹h₁ and K⁻¹h₂. */
type Sides = readonly [across: Direction, down: Direction]

/** Cosine of the angle between the sides. */
function cosineOf([across, down]: Sides): number {
  const cross = across[0] * down[0] + across[1] * down[1] + across[2] * down[2]
  return cross / (lengthOf(across) * lengthOf(down))
}

function logRatioOf([across, down]: Sides): number {
  return Math.log(lengthOf(across) / lengthOf(down))
}

/** Many times faster than `Math.hypot`, and nothing here overflows. */
function lengthOf([x, y, z]: Direction): number {
  return Math.sqrt(x * x + y * y + z * z)
}

function slopeSquaredOf([[a, b, c], [d, e, f]]: Sides): number {
  return ((b * f - c * e) ** 2 + (c * d - a * f) ** 2) / (a * e - b * d) ** 2
}

function sidesOf(state: readonly number[]): Sides {
  return sidesThrough(homographyOf(state), state)
}

function homographyOf(state: readonly number[]): Homography {
  const at = (i: number): Point => [state[i]!, state[i + 1]!]
  return homographyFromSquare([at(0), at(2), at(4), at(6)])
}

function sidesThrough([a1, a2, , b1, b2, , c1, c2]: Homography, state: readonly number[]): Sides {
  const focal = Math.exp(state[cornerValues]!)
  const cx = state[cornerValues + 1]!
  const cy = state[cornerValues + 2]!
  return [
    [(a1 - cx * c1) / focal, (b1 - cy * c1) / focal, c1],
    [(a2 - cx * c2) / focal, (b2 - cy * c2) / focal, c2],
  ]
}

/** Of each value's own uncertainty. */
const gradientStep = 1e-3

/** The sides with each value of the state a little larger and a little smaller. */
function neighboursOf(state: readonly number[], sds: readonly number[]): (readonly [Sides, Sides])[] {
  const homography = homographyOf(state)
  const moved = [...state]
  const sides = (i: number, value: number) => {
    moved[i] = value
    return i < cornerValues ? sidesOf(moved) : sidesThrough(homography, moved)
  }
  return state.map((value, i) => {
    const step = gradientStep * sds[i]!
    const both = [sides(i, value + step), sides(i, value - step)] as const
    moved[i] = value
    return both
  })
}

/** Central differences. */
function gradient(
  of: (sides: Sides) => number,
  neighbours: readonly (readonly [Sides, Sides])[],
  sds: readonly number[],
): number[] {
  return neighbours.map(([more, less], i) => (of(more) - of(less)) / (2 * gradientStep * sds[i]!))
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
