import type { FeatureName } from './features.ts'

/** Fitted on 160 generated pictures by `npm run fit-ranking`; not to be edited by hand. */
export const ranking: { readonly bias: number; readonly weights: Readonly<Record<FeatureName, number>> } = {
  bias: -4.471,
  weights: {
    quad: -4.261,
    supportMean: 0,
    supportMin: 0.141,
    sameSenseMin: 1.956,
    contrastMean: 0,
    contrastMin: 1.908,
    brighter: 1.912,
    area: 4.845,
    rightAngles: 1.621,
    parallel: 0.406,
    inFrame: 0,
    agreement: 1.491,
    framePaper: 5.243,
  },
}
