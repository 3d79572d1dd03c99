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

/** The paper of a page of known size in inches, portrait or landscape; null when it is none of them. */
export function paperOfSize(page: { readonly width: number; readonly height: number }): PaperName | null {
  const sides = [page.width, page.height].toSorted((a, b) => a - b)
  const names = Object.keys(paperSizes) as PaperName[]
  const isOf = ({ shortMm, longMm }: PaperSize) =>
    [shortMm, longMm].every((mm, i) => Math.abs(Math.log((sides[i]! * mmPerInch) / mm)) < sizeSlack)
  return names.find((name) => isOf(paperSizes[name])) ?? null
}

/** Upright, in points of 1/72 inch. */
export function paperPoints(name: PaperName): { readonly width: number; readonly height: number } {
  const { shortMm, longMm } = paperSizes[name]
  return { width: (shortMm * 72) / mmPerInch, height: (longMm * 72) / mmPerInch }
}
