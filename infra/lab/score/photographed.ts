import type { PaperName } from '@equerre/geometry/paper'
import type { Random } from '@equerre/testkit/pictures/random'
import { normal, shootPage, type Circumstances, type Shot } from '@equerre/testkit/poses'

/** What lies before the camera, how often, and its long side divided by its short one. */
type Kind = {
  readonly share: number
  readonly paper: PaperName | null
  readonly ratio: (random: Random) => number
}

const logBetween = (random: Random, low: number, high: number) =>
  Math.exp(random.between(Math.log(low), Math.log(high)))

/** A3, A4 and A5 have one ratio. The other papers are there to be mistaken for one. */
export const kinds: Readonly<Record<string, Kind>> = {
  'A3, A4, A5': { share: 0.58, paper: 'a4', ratio: () => Math.SQRT2 },
  letter: { share: 0.08, paper: 'letter', ratio: () => 279.4 / 215.9 },
  legal: { share: 0.01, paper: 'legal', ratio: () => 355.6 / 215.9 },
  receipt: { share: 0.1, paper: null, ratio: (random) => logBetween(random, 1.7, 5) },
  card: { share: 0.08, paper: 'id1', ratio: () => 85.6 / 53.98 },
  'lined pad': { share: 0.03, paper: null, ratio: () => 1 / 0.63 },
  'any sheet': { share: 0.06, paper: null, ratio: (random) => logBetween(random, 1, 1.8) },
  print: { share: 0.04, paper: null, ratio: (random) => random.pick([5 / 4, 4 / 3, 3 / 2]) },
  square: { share: 0.02, paper: null, ratio: () => 1 },
}

type World = (random: Random) => Circumstances & { readonly exif?: boolean }

const phone: World = (random) => ({ focal: random.between(0.7, 0.85) })
export const worlds: Readonly<Record<string, World>> = {
  'phone, with EXIF': (random) => ({ ...phone(random), exif: true }),
  'phone, without': phone,
  'same, corners rough': (random) => ({ ...phone(random), noise: random.between(0.002, 0.006) }),
  'part cut out': (random) => ({ ...phone(random), cut: anyCut(random) }),
  'long lens, without': (random) => ({ focal: logBetween(random, 1.1, 2.6) }),
  'wide lens, without': (random) => ({ focal: random.between(0.4, 0.6) }),
  'stretched by up to 5 %': (random) => ({ ...phone(random), stretch: logBetween(random, 0.95, 1.05) }),
  'curled by 2 to 6 %': (random) => ({ ...phone(random), rise: random.between(0.02, 0.06) }),
}

/** Corners are off by about this, of the diagonal, and by 5 times as much on one photograph in fifty. */
const usualNoise = 0.001
const noiseLogSd = 0.8
/** Corners of small pages are found on a closer view: no further off than this, of the page's mean side. */
const noiseOfPageMax = 0.012
const longByDiagonal = 4 / 5
/** Cameras round to whole millimetres, and focusing close changes the focal length a little. */
const exifLogSd = 0.02
/** Of cards, the share whose rounded corners are seen. */
const roundSeen = 0.7

export type Photographed = {
  readonly shot: Shot
  /** As the file tells it. */
  readonly focal: number | undefined
  /** Width divided by height. */
  readonly ratio: number
  readonly paper: PaperName | null
  readonly cornersRound: boolean
}

/** One page of any kind before the camera. */
export function photographAny(world: World, tilt: readonly [number, number], random: Random): Photographed {
  const kind = anyKind(random)
  const long = kind.ratio(random)
  const ratio = random.chance(0.3) ? long : 1 / long
  const pageSize = random.between(0.2, 0.7)
  const usual = usualNoise * Math.exp(noiseLogSd * normal(random))
  const { exif = false, noise = usual, ...seen } = world(random)
  const shot = shootPage(
    { tiltDegrees: random.between(...tilt), about: random.pick(['axis', 'free'] as const), ratio },
    random,
    {
      pageSize,
      offset: [random.between(-0.12, 0.12), random.between(-0.15, 0.15)],
      noise: Math.min(noise, noiseOfPageMax * pageSize * longByDiagonal),
      ...seen,
    },
  )
  const focal = exif ? shot.focal * Math.exp(exifLogSd * normal(random)) : undefined
  const cornersRound = kind.paper === 'id1' && random.chance(roundSeen)
  return { shot, focal, ratio, paper: kind.paper, cornersRound }
}

function anyKind(random: Random): Kind {
  let left = random.between(0, 1)
  return Object.values(kinds).find(({ share }) => (left -= share) < 0) ?? kinds.square!
}

function anyCut(random: Random): NonNullable<Circumstances['cut']> {
  const [x, y] = [random.between(0, 0.3), random.between(0, 0.3)]
  return { from: [x, y], to: [x + random.between(0.6, 0.7), y + random.between(0.6, 0.7)] }
}
