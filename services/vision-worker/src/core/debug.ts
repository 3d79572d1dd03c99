import type { GrayImage, RgbImage } from './pixels.ts'

/** Where a step shows its intermediate pictures to a developer; null in production. */
export type DebugPictures = ((name: string, image: GrayImage | RgbImage) => void) | null
