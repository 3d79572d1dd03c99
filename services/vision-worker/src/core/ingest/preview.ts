/** Long side of a preview in pixels: enough for a full screen, small enough for detection. */
export const previewLongSide = 1600
