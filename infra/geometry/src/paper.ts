import type { Proportions } from './proportions.ts'

/** Names of the paper sizes that a page can be brought to. */
export type PaperName = 'a4' | 'a5' | 'letter' | 'legal' | 'id1'

type PaperSize = { readonly shortMm: number; readonly longMm: number }

/** Trimmed sizes in millimetres: ISO 216 (A4, A5), ANSI A and US legal, ISO/IEC 7810 ID-1 (bank and identity cards). */
const paperSizes: Readonly<Record<PaperName, PaperSize>> = {
  a4: { shortMm: 210, longMm: 297 },
  a5: { shortMm: 148, longMm: 210 },
  letter: { shortMm: 215.9, longMm: 279.4 },
  legal: { shortMm: 215.9, longMm: 355.6 },
  id1: { shortMm: 53.98, longMm: 85.6 },
}

const mmPerInch = 25.4

/**
 * Papers with distinct proportions, and how much rarer each is, as a difference of squared deviations. A4
 * stands for the whole A series, which has one proportion; legal paper has nearly the proportions of a card,
 * and cards are far more common.
 */
const rarities = { a4: 0, letter: 0, legal: 4, id1: 0 } as const
/** A measured ratio is at most this many standard deviations from a paper's … */
const deviationsMax = 2
/** … and the runner-up is less likely by this difference of squared deviations, that is e² times. */
const clearBy = 4
/** A page of known size matches a paper when both sides differ by at most this (natural logarithm). */
const sizeSlack = 0.02

/** Long side divided by short side, at least 1. */
export function paperRatio(name: PaperName): number {
  return paperSizes[name].longMm / paperSizes[name].shortMm
}

/** Length of the long side in inches. */
export function paperLongInches(name: PaperName): number {
  return paperSizes[name].longMm / mmPerInch
}

/** The paper that measured proportions belong to, portrait or landscape; null when none is near or two are. */
export function paperOfProportions(measured: Proportions): PaperName | null {
  return clearlyLikeliest(measured, ['a4', 'letter', 'legal', 'id1'])
}

/** Whether a card is the clear match once legal paper, rarely seen where cards are, is left out. */
export function mayBeCard(measured: Proportions): boolean {
  return clearlyLikeliest(measured, ['a4', 'letter', 'id1']) === 'id1'
}

function clearlyLikeliest<Name extends keyof typeof rarities>(
  { ratio, logSd }: Proportions,
  names: readonly Name[],
): Name | null {
  const long = Math.abs(Math.log(ratio))
  const deviation = (name: Name) => Math.abs(long - Math.log(paperRatio(name))) / logSd
  const cost = (name: Name) => deviation(name) ** 2 + rarities[name]
  const [likeliest, second] = names.toSorted((a, b) => cost(a) - cost(b))
  const clear = cost(second!) - cost(likeliest!) >= clearBy
  return clear && deviation(likeliest!) <= deviationsMax ? likeliest! : null
}

/** The paper of a page of known size in inches, portrait or landscape; null when it is none of them. */
export function paperOfSize(page: { readonly width: number; readonly height: number }): PaperName | null {
  const sides = [page.width, page.height].toSorted((a, b) => a - b)
  const names = Object.keys(paperSizes) as PaperName[]
  const isOf = ({ shortMm, longMm }: PaperSize) =>
    [shortMm, longMm].every((mm, i) => Math.abs(Math.log((sides[i]! * mmPerInch) / mm)) < sizeSlack)
  return names.find((name) => isOf(paperSizes[name])) ?? null
}
