/**
 * Prints the errors of the measured proportions of generated A4 pages: `npm run proportions [-- COUNT SEED]`, and whether
 * what is stated can be trusted.
 * Beside ours, the average of opposite sides, and Zhang and He's ratio with the focal length computed from
 * the picture, both as commonly used.
 */
import { homographyBetween } from '@equerre/geometry/homography'
import { cameraOf, measureProportions } from '@equerre/geometry/proportions'
import { quadSideLengths, type Quad } from '@equerre/geometry/quad'
import { createRandom } from '@equerre/testkit/pictures/random'
import { quadAt } from '@equerre/testkit/points'
import { normal, shootPage, shotFrame, type Shot, type Stance } from '@equerre/testkit/poses'
import { printCoverage } from './coverage.ts'

const ratio = 210 / 297
/** Cameras round to whole millimetres, and focusing close changes the focal length a little. */
const exifLogSd = 0.02
const count = Number(process.argv[2] ?? 400)
const seed = Number(process.argv[3] ?? 2026)

const random = createRandom(seed)
const methods: Readonly<Record<string, (shot: Shot) => number>> = {
  'mean sides': ({ quad }) => averageSides(quad),
  'Zhang-He alone': ({ quad }) => zhangHe(quad),
  'with EXIF': ({ quad, focal }) =>
    measureProportions(quad, cameraOf(shotFrame, focal * Math.exp(exifLogSd * normal(random)))).ratio,
  'without EXIF': ({ quad }) => measureProportions(quad, cameraOf(shotFrame)).ratio,
}

console.log(
  `width / height, error in %: median / 95th percentile, ${count} poses per line, corners within 3 px`,
)
console.log(['tilt', ...Object.keys(methods)].map((title) => title.padEnd(16)).join(''))
for (const about of ['axis', 'free'] as const) {
  for (const tiltDegrees of [10, 20, 30, 40]) printRow({ about, tiltDegrees, ratio })
}
printCoverage(count, seed)

function printRow(stance: Stance): void {
  const shots = Array.from({ length: count }, () => shootPage(stance, random))
  const cells = Object.values(methods).map((measure) => {
    const errors = shots
      .map((shot) => 100 * Math.abs(Math.log(measure(shot) / ratio)))
      .toSorted((a, b) => a - b)
    return `${errors[count >> 1]!.toFixed(1)} / ${errors[Math.floor(count * 0.95)]!.toFixed(1)}`
  })
  const title = `${stance.tiltDegrees}° ${stance.about === 'axis' ? 'about a side' : 'free'}`
  console.log([title, ...cells].map((cell) => cell.padEnd(16)).join(''))
}

function averageSides(quad: Quad): number {
  const [top, right, bottom, left] = quadSideLengths(quad)
  return (top + bottom) / (left + right)
}

/** Falls back to the average if the picture yields no focal length, like all implementations. */
function zhangHe(quad: Quad): number {
  const centred = quad.map(([x, y]) => [x - shotFrame.width / 2, y - shotFrame.height / 2]) as unknown as Quad
  const unitSquare: Quad = quadAt('0,0 1,0 1,1 0,1')
  const [a1, a2, , b1, b2, , c1, c2] = homographyBetween(unitSquare, centred)
  const squaredFocal = -(a1 * a2 + b1 * b2) / (c1 * c2)
  if (!(squaredFocal > 0) || !Number.isFinite(squaredFocal)) return averageSides(quad)
  const length = (a: number, b: number, c: number) => Math.sqrt((a * a + b * b) / squaredFocal + c * c)
  return length(a1, b1, c1) / length(a2, b2, c2)
}
