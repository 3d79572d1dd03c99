/** Long side of a preview in pixels: enough for a full screen, small enough to detect on. */
export const previewLongSide = 1600
