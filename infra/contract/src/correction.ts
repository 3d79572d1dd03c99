/** Corners that share less with every captured quad (IoU) are another page, and not a correction of it. */
export const samePageIou = 0.5
