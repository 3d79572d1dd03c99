/** WebP pictures shown in place of a file a hundred times their size; never enlarged. */
export const smallPictures = {
  thumb: { longSidePx: 416, bytesMax: 30_000 },
  screen: { longSidePx: 1600, bytesMax: 200_000 },
} as const
export type SmallPicture = keyof typeof smallPictures
