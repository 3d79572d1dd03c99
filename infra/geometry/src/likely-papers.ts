import { paperRatio, type PaperName } from './paper.ts'

/** What one supposition about the camera makes of a page's shape, and how likely it is beside the others. */
export type View = {
  /** Natural logarithm of width divided by height. */
  readonly logRatio: number
  readonly logVariance: number
  /** All views of a page add up to 1. */
  readonly weight: number
}

/** A view of the page taken for a paper, or for none. */
type Case = View & { readonly paper: PaperName | null }

/**
 * How often a page before the camera has each shape; A4 stands for the whole A series. Legal paper is rarer than this, but
 * would otherwise never be named.
 */
const shares = { a4: 0.5, letter: 0.13, legal: 0.04, id1: 0.07, none: 0.26 } as const
type Likely = Exclude<keyof typeof shares, 'none'>
const likely = ['a4', 'letter', 'legal', 'id1'] as const satisfies readonly Likely[]
/** Pages of no paper — receipts, pads, prints — have any ratio, within this of a square half of the time. */
const noneLogMedian = 0.8
/** Sheets are trimmed, and cards made, to well within this. */
const trimLogSd = 0.006
/** Rounded corners are seen at most cards and at hardly another page: that much more, or less, speaks for a card. */
const cardOdds = { round: 20, other: 0.5 } as const

/** A page of this likelihood is named … */
const certain = 0.9
/** … if its paper's shape is no further from the measured one, as a natural logarithm; nobody wants a page squeezed. */
const offMax = 0.05
/** Where naming the paper hardly changes the page, it may be less certain. */
const fair = 0.75
const offOfFair = 0.012
/** From this likelihood on, a page is treated with the care that a card needs. */
const cardShareMin = 0.25

/** The ways in which a page of these views can be right, weighed; they add up to 1. */
export function weighCases(views: readonly View[], cornersRound = false): Case[] {
  const cases = views.flatMap((view) => [caseOfNone(view), ...likely.flatMap((name) => casesOf(name, view))])
  const odds = cornersRound ? cardOdds.round : cardOdds.other
  const weighed = cases.map((each) => (each.paper === 'id1' ? { ...each, weight: each.weight * odds } : each))
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  return weighed.map((each) => ({ ...each, weight: each.weight / total }))
}

/**
 * The paper that a page most likely is; null where that is not clear, or would squeeze it. Pads, leaflets and photographs have
 * a card's ratio too, so that it takes more than that to name one, and nothing else takes its place.
 * @param cornersRound whether the page was seen to have a card's rounded corners
 */
export function paperOfProportions(
  measured: { readonly ratio: number; readonly views: readonly View[] },
  cornersRound = false,
): PaperName | null {
  const cases = weighCases(measured.views, cornersRound)
  const likeliest = likely.reduce((best, name) => (shareOf(name, cases) > shareOf(best, cases) ? name : best))
  const share = shareOf(likeliest, cases)
  const off = Math.abs(Math.abs(Math.log(measured.ratio)) - Math.log(paperRatio(likeliest)))
  const named = (share >= certain && off <= offMax) || (share >= fair && off <= offOfFair)
  return named && (likeliest !== 'id1' || cornersRound) ? likeliest : null
}

/** Whether a page may be a card as far as its shape tells; legal paper is rarely seen where cards are. */
export function mayBeCard({ views }: { readonly views: readonly View[] }): boolean {
  const cases = weighCases(views)
  return shareOf('id1', cases) >= cardShareMin * (1 - shareOf('legal', cases))
}

function shareOf(name: PaperName, cases: readonly Case[]): number {
  return cases.reduce((sum, { paper, weight }) => (paper === name ? sum + weight : sum), 0)
}

function caseOfNone({ logRatio, logVariance, weight }: View): Case {
  const density = 1 / (Math.PI * noneLogMedian * (1 + (logRatio / noneLogMedian) ** 2))
  return { paper: null, logRatio, logVariance, weight: weight * shares.none * density }
}

/** Lying and upright: the view and the paper's own shape, each counting as much as it is precise. */
function casesOf(paper: Likely, { logRatio, logVariance, weight }: View): Case[] {
  const trim = trimLogSd ** 2
  const variance = logVariance + trim
  return [1, -1].map((sign) => {
    const own = sign * Math.log(paperRatio(paper))
    return {
      paper,
      logRatio: (logRatio * trim + own * logVariance) / variance,
      logVariance: (logVariance * trim) / variance,
      weight: (weight * shares[paper] * normalDensity(logRatio - own, variance)) / 2,
    }
  })
}

function normalDensity(off: number, variance: number): number {
  return Math.exp((-off * off) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance)
}
