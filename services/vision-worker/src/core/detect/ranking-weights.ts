import type { FeatureName } from './features.ts'

/** Fitted on 280 generated pictures by `npm run fit-ranking`; not to be edited by hand. */
export const ranking: { readonly bias: number; readonly weights: Readonly<Record<FeatureName, number>> } = {
  bias: -5.335,
  weights: {
    quad: -5.739,
    supportMean: 0.05,
    supportMin: 0.169,
    sameSenseMin: 1.987,
    contrastMean: 0,
    contrastMin: 2.012,
    brighter: 2.49,
    area: 1.261,
    rightAngles: 0.467,
    parallel: 0,
    inFrame: 3.436,
    agreement: 1.9,
    insideAlike: 0,
    outsideAlike: 0.2,
    outermost: 0.962,
    framePaper: 7.048,
  },
}
