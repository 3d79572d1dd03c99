import { homographyFromSquare } from './homography.ts'
import type { Point } from './point.ts'
import { quadArea, type Quad } from './quad.ts'
import type { Size } from './spaces.ts'

/**
 * What is known about the camera behind a picture; lengths in the picture's pixels, `sd` is a standard
 * deviation.
 */
export type Camera = {
  readonly focalPx: number
  /** Standard deviation of the focal length's natural logarithm. */
  readonly focalLogSd: number
  /** Where the optical axis meets the picture. */
  readonly centre: Point
  readonly centreSdPx: number
  /** Standard deviation of each coordinate of a corner. */
  readonly cornerSdPx: number
}

export type Proportions = {
  /** Width divided by height of the physical page. */
  readonly ratio: number
  /** Standard deviation of the ratio's natural logarithm. */
  readonly logSd: number
}

/**
 * Aspect ratios of uncropped photographs, long side over short side; any other ratio means that the picture
 * was cropped.
 */
const frameRatios = [4 / 3, 3 / 2, 16 / 9]
const frameRatioSlack = 0.01
/** In long sides of the frame. A phone's main camera has 0.70 to 0.85; few photographs come from another. */
export const usualFocal = 0.77
const usualFocalLogSd = 0.12
/** A cropped picture has a longer focal length than its frame suggests, by an unknown amount. */
const croppedFocalLogSd = 0.3
/** EXIF rounds to whole millimetres, 26 for instance, and focusing on something near lengthens it. */
const exifFocalLogSd = 0.03
const centreSd = 0.01
const croppedCentreSd = 0.1
/** Of the frame's diagonal: five pixels of a 12-megapixel photograph. */
const cornerSd = 0.001
/** Paper curls, lenses bend lines and sheets are trimmed: no ratio is known better than this. */
const paperLogSd = 0.005
/** Of the square root of the page's area: corners of a small page were placed on a closer view. */
const cornerSdMax = 0.01
/**
 * No value moves by more than this many of its standard deviations: a figure that needs more is not a
 * rectangle.
 */
const surpriseMax = 3
const rounds = 3

/**
 * The camera behind an upright photograph.
 * @param frame photo pixels
 * @param focal focal length in long sides of the frame, if the file gives it; it describes uncropped frames
 * only
 */
export function cameraOf({ width, height }: Size, focal?: number): Camera {
  const long = Math.max(width, height)
  const ratio = long / Math.min(width, height)
  const whole =
    focal !== undefined || frameRatios.some((usual) => Math.abs(ratio / usual - 1) < frameRatioSlack)
  const guessedLogSd = whole ? usualFocalLogSd : croppedFocalLogSd
  return {
    focalPx: (focal ?? usualFocal) * long,
    focalLogSd: focal === undefined ? guessedLogSd : exifFocalLogSd,
    centre: [width / 2, height / 2],
    centreSdPx: (whole ? centreSd : croppedCentreSd) * long,
    cornerSdPx: cornerSd * Math.hypot(width, height),
  }
}

/**
 * The page's true proportions: a rectangle seen by a pinhole camera reveals its ratio once the focal length
 * is known, as |K⁻¹h₁| / |K⁻¹h₂| (Z. Zhang and L.-W. He, Whiteboard Scanning and Image Enhancement,
 * MSR-TR-2003-39). Their second equation, that the two sides are at right angles, yields the focal length,
 * but nothing where a pair of sides is parallel in the picture, the usual pose. So it is used as one more
 * observation (a Kalman update with the right angle as the measurement): corners, focal length and centre
 * move as little as their variances allow until the angle is right, and the variance they are left with gives
 * the ratio's.
 * @param quad picture pixels, clockwise convex; may extend beyond the picture
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
  const explained = dot(right, weighted) ** 2 / dot(right, rightWeighted)
  const remaining = Math.max(0, dot(slope, weighted) - explained)
  // A figure that no rectangle explains is less certain than its corners suggest.
  const logSd = Math.hypot(Math.sqrt(remaining) * Math.max(1, surprise), paperLogSd)
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

/** The page's top and left sides in space, to a common scale: K⁻¹h₁ and K⁻¹h₂. */
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

/** Central differences with a step of a thousandth of each value's own uncertainty. */
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
