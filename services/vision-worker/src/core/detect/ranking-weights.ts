import type { FeatureName } from './features.ts'

/** Fitted on 320 generated pictures by `npm run fit-ranking`; not to be edited by hand. */
export const ranking: { readonly bias: number; readonly weights: Readonly<Record<FeatureName, number>> } = {
  bias: -4.591,
  weights: {
    quad: -4.236,
    supportMean: 0,
    supportMin: 0,
    sameSenseMin: 0.687,
    contrastMean: 0,
    contrastMin: 1.787,
    brighter: 2.142,
    area: 3.406,
    rightAngles: 1.911,
    parallel: 1.769,
    inFrame: 0.029,
    agreement: 1.68,
    insideAlike: 0,
    outsideAlike: 0,
    framePaper: 5.848,
  },
}
