/** What work.ts can measure. */
export type Work =
  | 'rectify-jpeg'
  | 'rectify-png'
  | 'floor-jpeg'
  | 'floor-png'
  | 'warp-native'
  | 'warp-portable'
  | 'detect'
  | 'detect-floor'
  | 'detect-scanic'
  | 'whole'

/** The generated photograph: 12 Mpx, with a page slightly larger than A4 at 300 dpi. */
export const benchPhoto = {
  seed: 47,
  width: 3000,
  height: 4000,
  page: 'letter',
  coverage: 0.9,
  tiltDegrees: 8,
  underlays: 0,
  things: 0,
} as const
export const benchPage = { width: 2480, height: 3508 } as const
