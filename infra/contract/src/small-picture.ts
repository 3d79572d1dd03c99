/** The pictures that are looked at in the place of a file that weighs a hundred times as much: WebP, never enlarged. */
export const smallPictures = {
  thumb: { longSidePx: 416, bytesMax: 30_000 },
  screen: { longSidePx: 1600, bytesMax: 200_000 },
} as const
export type SmallPicture = keyof typeof smallPictures
