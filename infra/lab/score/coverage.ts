/**
 * Whether stated proportions can be trusted: how often the true ratio lies within one, two and five stated deviations, which
 * papers are named, how many pages go to a person, and the most pixels that naming costs; over kinds of pages, cameras, poses,
 * cut and stretched pictures, curled paper and imprecise corners.
 */
import { paperRatio, type PaperName } from '@equerre/geometry/paper'
import { cameraOf, type Proportions } from '@equerre/geometry/proportions'
import type { PhotoQuad } from '@equerre/geometry/spaces'
import { createRandom } from '@equerre/testkit/pictures/random'
import { uncertainLogSd } from '@equerre/vision-worker/src/core/detect/answer/shape-doubt.ts'
import { planPageSize } from '@equerre/vision-worker/src/core/rectify/page-size.ts'
import { kinds, photographAny, worlds, type Photographed } from './photographed.ts'

/** One measurement beside the truth. */
type Trial = Photographed & {
  readonly measured: Proportions
  readonly named: PaperName | null
  readonly error: number
  /** Share of its pixels that the page loses to the paper it is named. */
  readonly loss: number
}

const tilts = [0, 15, 30, 45, 60] as const
const columns = ['A4', 'right', 'wrong', '1', '2', 'beyond 5', 'review', 'loss', 'stated', 'error', '95 %']
const plainOptions = { dpi: 300, pixelsMax: 40_000_000 } as const
/** A page is named wrongly where its true shape differs by more than this: nobody sees less. */
const sameShape = 0.01

/** Prints a row for each kind of photograph and range of tilts. */
export function printCoverage(count: number, seed: number): void {
  const random = createRandom(seed)
  const mixed = Object.entries(kinds).map(([name, { share }]) => `${name} ${(100 * share).toFixed(0)}`)
  console.log(`\n${count} poses per line, seed ${seed}; pages in %: ${mixed.join(', ')}`)
  console.log('A4: of A3, A4 and A5, named so; right: of all papers, cards with their corners seen;')
  console.log('wrong: of all pages; then within 1 and 2, and beyond 5 stated deviations')
  console.log(['photograph', 'tilt', ...columns].map(cell).join(''))
  for (const [name, world] of Object.entries(worlds)) {
    for (const [i, to] of tilts.slice(1).entries()) {
      const trials = Array.from({ length: count }, () => tried(photographAny(world, [tilts[i]!, to], random)))
      console.log([name, `${tilts[i]}–${to}°`, ...figuresOf(trials)].map(cell).join(''))
    }
  }
}

function tried(seen: Photographed): Trial {
  const { shot, focal, ratio, cornersRound } = seen
  const corners = cornersRound ? 'round' : 'unseen'
  const source = { camera: cameraOf(shot.frame, focal), pixelsPerInch: null, dpiMax: null, corners } as const
  const plan = (paper: 'auto' | 'none') =>
    planPageSize(shot.quad as unknown as PhotoQuad, source, { ...plainOptions, paper })
  const [page, free] = [plan('auto'), plan('none')]
  return {
    ...seen,
    measured: page.measured,
    named: page.paper,
    error: Math.abs(Math.log(page.measured.ratio / ratio)),
    loss: 1 - (page.width * page.height) / (free.width * free.height),
  }
}

function figuresOf(trials: readonly Trial[]): string[] {
  const within = (k: number) => shareOf(trials, ({ measured, error }) => error <= k * measured.logSd)
  const nameable = trials.filter(
    ({ paper, cornersRound }) => paper !== null && (paper !== 'id1' || cornersRound),
  )
  const sheets = trials.filter(({ paper }) => paper === 'a4')
  return [
    shareOf(sheets, ({ named }) => named === 'a4').toFixed(0),
    shareOf(nameable, ({ named, paper }) => named === paper).toFixed(0),
    shareOf(trials, isWrong).toFixed(1),
    within(1).toFixed(0),
    within(2).toFixed(0),
    (100 - within(5)).toFixed(1),
    shareOf(trials, ({ measured }) => measured.logSd > uncertainLogSd).toFixed(1),
    (100 * Math.max(...trials.map(({ loss }) => loss))).toFixed(1),
    (
      100 *
      quantile(
        trials.map(({ measured }) => measured.logSd),
        0.5,
      )
    ).toFixed(1),
    (
      100 *
      quantile(
        trials.map(({ error }) => error),
        0.5,
      )
    ).toFixed(1),
    (
      100 *
      quantile(
        trials.map(({ error }) => error),
        0.95,
      )
    ).toFixed(1),
  ]
}

function isWrong({ named, ratio }: Trial): boolean {
  return named !== null && Math.abs(Math.log(paperRatio(named)) - Math.abs(Math.log(ratio))) > sameShape
}

function shareOf(trials: readonly Trial[], holds: (trial: Trial) => boolean): number {
  return (100 * trials.filter(holds).length) / trials.length
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!
}

function cell(text: string, column: number): string {
  return text.padEnd(column === 0 ? 24 : 9)
}
