/** Names of the paper sizes that a page can be brought to. */
export type PaperName = 'a4' | 'a5' | 'letter' | 'id1'

type PaperSize = { readonly shortMm: number; readonly longMm: number }

/** Trimmed sizes in millimetres: ISO 216 (A4, A5), ANSI A (letter), ISO/IEC 7810 ID-1 (bank and identity cards). */
const paperSizes: Readonly<Record<PaperName, PaperSize>> = {
  a4: { shortMm: 210, longMm: 297 },
  a5: { shortMm: 148, longMm: 210 },
  letter: { shortMm: 215.9, longMm: 279.4 },
  id1: { shortMm: 53.98, longMm: 85.6 },
}

const mmPerInch = 25.4

/** Long side divided by short side, at least 1. */
export function paperRatio(name: PaperName): number {
  return paperSizes[name].longMm / paperSizes[name].shortMm
}

/** Length of the long side in inches. */
export function paperLongInches(name: PaperName): number {
  return paperSizes[name].longMm / mmPerInch
}
