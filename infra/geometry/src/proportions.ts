import { homographyFromSquare } from './homography.ts'
import type { Point } from './point.ts'
import { quadArea, type Quad } from './quad.ts'
import type { Size } from './spaces.ts'

/** What is known of the camera behind a picture; lengths in the picture's pixels, `sd` are standard deviations. */
export type Camera = {
  readonly focalPx: number
  /** Of the focal length's natural logarithm. */
  readonly focalLogSd: number
  /** Where the optical axis meets the picture. */
  readonly centre: Point
  readonly centreSdPx: number
  /** How far each coordinate of a corner may be off. */
  readonly cornerSdPx: number
}

export type Proportions = {
  /** Width divided by height of the page itself. */
  readonly ratio: number
  /** Standard deviation of the ratio's natural logarithm. */
  readonly logSd: number
}

/** Frames as sensors and cameras give them, long side by short side; another ratio was cut out of a picture. */
const frameRatios = [4 / 3, 3 / 2, 16 / 9]
const frameRatioSlack = 0.01
/** In long sides of the frame. A phone's main camera has 0.70 to 0.85, and few have another. */
export const usualFocal = 0.77
const usualFocalLogSd = 0.12
/** What was cut out of a picture was taken at a longer focal length than its frame suggests, nobody knows how much. */
const cutFocalLogSd = 0.3
/** EXIF gives whole millimetres, of 26 for instance, and focusing near makes it longer. */
const toldFocalLogSd = 0.03
const centreSd = 0.01
const cutCentreSd = 0.1
/** Of the frame's diagonal: five pixels of 12 million. */
const cornerSd = 0.001
/** Paper curls, lenses bend lines and sheets are trimmed: no ratio is known better than this. */
const paperLogSd = 0.005
/** Of the square root of the page's area: what is small in the picture was looked at closely. */
const cornerSdMax = 0.01
/** Nothing moves by more of its standard deviations than this: what asks for more is no rectangle. */
const surpriseMax = 3
const rounds = 3

/**
 * The camera behind an upright photograph.
 * @param frame photo pixels
 * @param focal focal length in long sides of the frame where the file tells it; it does so for whole frames only
 */
export function cameraOf({ width, height }: Size, focal?: number): Camera {
  const long = Math.max(width, height)
  const ratio = long / Math.min(width, height)
  const whole =
    focal !== undefined || frameRatios.some((usual) => Math.abs(ratio / usual - 1) < frameRatioSlack)
  const guessedLogSd = whole ? usualFocalLogSd : cutFocalLogSd
  return {
    focalPx: (focal ?? usualFocal) * long,
    focalLogSd: focal === undefined ? guessedLogSd : toldFocalLogSd,
    centre: [width / 2, height / 2],
    centreSdPx: (whole ? centreSd : cutCentreSd) * long,
    cornerSdPx: cornerSd * Math.hypot(width, height),
  }
}

/**
 * The page's true proportions: a rectangle seen by a pinhole camera shows its ratio once the focal length is known,
 * |K⁻¹h₁| / |K⁻¹h₂| in the words of Z. Zhang and L.-W. He, Whiteboard Scanning and Image Enhancement (MSR-TR-2003-39).
 * Their second equation, that the two sides stand at right angles, tells the focal length, but nothing where a pair of
 * sides is parallel in the picture, the usual pose. So it is taken as one more observation (a Kalman update with the
 * right angle as the measurement): corners, focal length and centre move as little as their variances allow until the
 * angle is right, and the ratio's variance is what is left of theirs.
 * @param quad the camera's picture pixels, clockwise convex; may leave the picture
 */
export function measureProportions(quad: Quad, camera: Camera): Proportions {
  const start = [...quad.flat(), Math.log(camera.focalPx), ...camera.centre]
  const cornerSdPx = Math.min(camera.cornerSdPx, cornerSdMax * Math.sqrt(quadArea(quad)))
  const sds = [
    ...Array.from({ length: 8 }, () => cornerSdPx),
    camera.focalLogSd,
    camera.centreSdPx,
    camera.centreSdPx,
  ]
  const variances = sds.map((sd) => sd * sd)
  let state = start
  let surprise = 0
  for (let round = 0; round < rounds; round++) {
    const slope = gradient(cosineOf, state, sds)
    const gained = slope.map((value, i) => value * variances[i]!)
    const variance = dot(slope, gained)
    const back = start.map((value, i) => value - state[i]!)
    const off = cosineOf(state) + dot(slope, back)
    surprise = Math.abs(off) / Math.sqrt(variance)
    const step = (off / variance) * Math.min(1, surpriseMax / surprise)
    state = start.map((value, i) => value - gained[i]! * step)
  }
  const right = gradient(cosineOf, state, sds)
  const slope = gradient(logRatioOf, state, sds)
  const weighted = slope.map((value, i) => value * variances[i]!)
  const rightWeighted = right.map((value, i) => value * variances[i]!)
  const told = dot(right, weighted) ** 2 / dot(right, rightWeighted)
  const left = Math.max(0, dot(slope, weighted) - told)
  // A figure that no rectangle explains is known worse than its corners say.
  const logSd = Math.hypot(Math.sqrt(left) * Math.max(1, surprise), paperLogSd)
  return { ratio: Math.exp(logRatioOf(state)), logSd }
}

/** Cosine of the angle between the page's top and left sides in space. */
function cosineOf(state: readonly number[]): number {
  const [across, down] = directionsOf(state)
  return dot(across, down) / (Math.hypot(...across) * Math.hypot(...down))
}

function logRatioOf(state: readonly number[]): number {
  const [across, down] = directionsOf(state)
  return Math.log(Math.hypot(...across) / Math.hypot(...down))
}

/** The page's top and left sides in space, to one common scale: K⁻¹h₁ and K⁻¹h₂. */
function directionsOf(state: readonly number[]): readonly [number[], number[]] {
  const [x0, y0, x1, y1, x2, y2, x3, y3, logFocal, cx, cy] = state as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const focal = Math.exp(logFocal)
  const at = (x: number, y: number): Point => [(x - cx) / focal, (y - cy) / focal]
  const seen: Quad = [at(x0, y0), at(x1, y1), at(x2, y2), at(x3, y3)]
  const [a1, a2, , b1, b2, , c1, c2] = homographyFromSquare(seen)
  return [
    [a1, b1, c1],
    [a2, b2, c2],
  ]
}

/** Central differences, over a thousandth of each value's own uncertainty. */
function gradient(
  value: (state: readonly number[]) => number,
  state: readonly number[],
  sds: readonly number[],
): number[] {
  return state.map((_, i) => {
    const step = sds[i]! / 1000
    return (value(state.with(i, state[i]! + step)) - value(state.with(i, state[i]! - step))) / (2 * step)
  })
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
