import type { PageInfo, StepKind } from '@equerre/contract/detourage'
import { stepMessages, type VisionQueue } from '@equerre/contract/jobs'

/** Above these, an image goes to the lane whose slots have twice the memory (pixels). */
const heavyPixels = 25_000_000
/** For images that are held whole while they are decoded; the 4032 × 3024 of a telephone lie just below. */
const heavyProgressivePixels = 12_500_000
/** AVIF takes twice as much for a pixel as they do. */
const heavyAvifPixels = 8_000_000

/** Types whose preview too takes the whole image, at up to 19 bytes a pixel. */
const wholeTypes: ReadonlySet<string> = new Set(['image/heic', 'image/avif', 'image/gif'])

/**
 * The queue of a step. PDFs and images that need much memory go to the heavy lane. Before its ingest nobody knows how
 * many pixels a file holds, and its bytes do not tell, so there the type decides: JPEG, PNG, WebP and TIFF are reduced
 * to their preview while they are read; the worst one, an interlaced PNG of 50 Mpx and 16 bits, is what a slot of the normal lanes is made for.
 */
export function laneOf(
  kind: StepKind,
  image: { readonly mime: string; readonly page: PageInfo | undefined; readonly progressive: boolean },
): VisionQueue {
  const { lane } = stepMessages[kind]
  if (image.mime === 'application/pdf') return 'vision-heavy'
  if (!image.page || kind === 'ingest') return wholeTypes.has(image.mime) ? 'vision-heavy' : lane
  return image.page.width * image.page.height > normalPixelsMax(image) ? 'vision-heavy' : lane
}

function normalPixelsMax({ mime, progressive }: { mime: string; progressive: boolean }): number {
  if (mime === 'image/avif') return heavyAvifPixels
  return progressive ? heavyProgressivePixels : heavyPixels
}
