import { weighCases, type View } from './likely-papers.ts'
import { quadArea, quadSideLengths, type Quad } from './quad.ts'
import { fitRectangle, type Lens, type RectangleFit } from './rectangle.ts'
import type { Size } from './spaces.ts'

/** What is known about the camera behind a picture: what it may be, and how likely each is. */
export type Camera = {
  readonly lenses: readonly (Lens & { readonly share: number })[]
  /** Standard deviation of each coordinate of a corner. */
  readonly cornerSdPx: number
}

export type Proportions = {
  /** Width divided by height of the physical page. */
  readonly ratio: number
  /** Standard deviation of the ratio's natural logarithm. */
  readonly logSd: number
  /** What it rests on: one for each lens that the picture may come from. */
  readonly views: readonly View[]
}

/**
 * Aspect ratios of uncropped photographs, long side over short side; any other ratio means that the picture
 * was cropped.
 */
const frameRatios = [4 / 3, 3 / 2, 16 / 9]
const frameRatioSlack = 0.01
/** In long sides of the frame. A phone's main camera has 0.70 to 0.85; few photographs come from another. */
export const usualFocal = 0.77
const usualFocalLogSd = 0.1
/** EXIF rounds to whole millimetres, 26 for instance, and focusing on something near lengthens it. */
const exifFocalLogSd = 0.03
const centreSd = 0.01
/** Where the optical axis meets a part cut out of a photograph. */
const croppedCentreSd = 0.12
/** Of the frame's diagonal. */
const cornerSd = 0.002
/** Of the square root of the page's area: corners of a small page are placed on a closer view. */
const cornerSdMax = 0.01
/** Of the page's shortest side: what is imprecise by more has no shape. */
const cornerSdOfSideMax = 0.1
/** Paper curls, lenses bend lines and sheets are trimmed: no ratio is known better than this. */
const paperLogSd = 0.01

/** Whose picture it is: the main camera's, another lens's, or a part cut out of one; the shares add up to 1. */
type Origins = { readonly main: number; readonly other: number; readonly cut: number }
const originsByExif: Origins = { main: 0.98, other: 0, cut: 0.02 }
const originsOfWhole: Origins = { main: 0.78, other: 0.14, cut: 0.08 }
const originsOfCut: Origins = { main: 0.15, other: 0.1, cut: 0.75 }

/** Focal lengths of any lens, in long sides of what is left of its frame, as one step of a ladder after another. */
const ladderStep = 0.45
const ladder = [-1, 0, 1, 2, 3].map((step) => usualFocal * Math.exp(step * ladderStep))
/** Other lenses: phones' and cameras' long ones more often than ultra-wide ones. */
const otherFocal = { log: Math.log(1.2), sd: 0.6 }
/** A part of a frame is up to three times smaller than the frame, and the focal length that much longer beside it. */
const cutFocal = { log: Math.log(1.05), sd: 0.35 }

/**
 * The camera behind an upright photograph.
 * @param frame photo pixels
 * @param focal focal length in long sides of the frame, if the file gives it; it describes uncropped frames
 * only
 */
export function cameraOf({ width, height }: Size, focal?: number): Camera {
  const long = Math.max(width, height)
  const ratio = long / Math.min(width, height)
  const whole = frameRatios.some((usual) => Math.abs(ratio / usual - 1) < frameRatioSlack)
  const guessed = whole ? originsOfWhole : originsOfCut
  const { main, other, cut } = focal === undefined ? guessed : originsByExif
  const centre = [width / 2, height / 2] as const
  const lens = (focalShare: number, focalLogSd: number, sd: number): Lens => ({
    focalPx: focalShare * long,
    focalLogSd,
    centre,
    centreSdPx: sd * long,
  })
  const anyOf = (share: number, prior: typeof cutFocal, sd: number) =>
    sharesOf(prior).map((part, i) => ({ ...lens(ladder[i]!, ladderStep / 2, sd), share: share * part }))
  const mainLogSd = focal === undefined ? usualFocalLogSd : exifFocalLogSd
  return {
    lenses: [
      { ...lens(focal ?? usualFocal, mainLogSd, centreSd), share: main },
      ...anyOf(other, otherFocal, centreSd),
      ...anyOf(cut, cutFocal, croppedCentreSd),
    ].filter(({ share }) => share > negligible),
    cornerSdPx: cornerSd * Math.hypot(width, height),
  }
}

const negligible = 3e-3

/** How a normal distribution of logarithms is spread over the ladder. */
function sharesOf({ log, sd }: typeof cutFocal): number[] {
  const heights = ladder.map((focal) => Math.exp(-((Math.log(focal) - log) ** 2) / (2 * sd * sd)))
  const sum = heights.reduce((total, height) => total + height, 0)
  return heights.map((height) => height / sum)
}

/** Of what the picture does not exclude, nothing lies further off than this many deviations … */
const deviationsMax = 5
/** … if it is at least so likely. */
const possible = 3e-4

/**
 * The page's proportions: what each lens that the picture may come from makes of the quad, weighed by how well it explains
 * it. The uncertainty is how far the truth may be from that, by the lenses and by the papers that pages are made of: a
 * picture whose camera is unknown says little about a tilted page, but that it looks like A4 says much.
 * @param quad picture pixels, clockwise convex; may extend beyond the picture
 */
export function measureProportions(quad: Quad, camera: Camera): Proportions {
  const views = viewsOf(quad, camera)
  const logRatio = middleRatio(views)
  return { ratio: Math.exp(logRatio), logSd: deviationFrom(logRatio, weighCases(views)), views }
}

function viewsOf(quad: Quad, camera: Camera): View[] {
  const cornerSdPx = Math.min(
    camera.cornerSdPx,
    cornerSdMax * Math.sqrt(quadArea(quad)),
    cornerSdOfSideMax * Math.min(...quadSideLengths(quad)),
  )
  const fits = camera.lenses.map((lens) => ({ lens, fit: fitRectangle(quad, lens, cornerSdPx) }))
  const evidence = fits.map(({ lens, fit }) => Math.log(lens.share) + logLikelihood(fit, lens))
  const most = Math.max(...evidence)
  const weights = evidence.map((each) => Math.exp(each - most))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return fits.map(({ fit: { logRatio, logVariance } }, i) => ({
    logRatio,
    logVariance: logVariance + paperLogSd ** 2,
    weight: weights[i]! / total,
  }))
}

/** The weighted median: the usual lens's own figure, unless others outweigh it; a mean would be drawn away from it. */
function middleRatio(views: readonly View[]): number {
  const sorted = views.toSorted((a, b) => a.logRatio - b.logRatio)
  let below = 0
  const middle = sorted.find(({ weight }) => (below += weight) >= 0.5)
  return (middle ?? sorted.at(-1)!).logRatio
}

/** Standard deviation about the stated figure. What is true is not spread normally about it, so the far ends count too. */
function deviationFrom(logRatio: number, views: readonly View[]): number {
  const variance = views.reduce(
    (sum, view) => sum + view.weight * (view.logVariance + (view.logRatio - logRatio) ** 2),
    0,
  )
  const farthest = views
    .filter(({ weight }) => weight >= possible)
    .map((view) => Math.abs(view.logRatio - logRatio) + Math.sqrt(view.logVariance))
  return Math.max(Math.sqrt(variance), Math.max(...farthest) / deviationsMax)
}

/** Tangent of a usual tilt, and the degrees of freedom of a Student distribution: steep tilts are rare, not impossible. */
const usualSlope = 0.4
const slopeFreedom = 2
/** The same for missed right angles, since detection errs by more than its usual error now and then. */
const angleFreedom = 4

/**
 * How well a lens explains a quad. A longer lens needs a steeper page for the same convergence of its sides: for a plane of
 * slope p the convergence is p / f, hence the density f · t(p). Where the right angle is missed, by how far
 * corners would have to move.
 */
function logLikelihood({ surprise, cornerShare, slopeSquared }: RectangleFit, { focalPx }: Lens): number {
  const slope =
    -((slopeFreedom + 1) / 2) * Math.log1p(slopeSquared / (slopeFreedom * usualSlope * usualSlope))
  const angle = -((angleFreedom + 1) / 2) * Math.log1p((surprise * surprise) / angleFreedom)
  return Math.log(focalPx) + slope + angle + Math.log(cornerShare)
}
