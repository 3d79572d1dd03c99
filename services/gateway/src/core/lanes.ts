import type { PageInfo, StepKind } from '@equerre/contract/detourage'
import type { VisionQueue } from '@equerre/contract/jobs'

/** Above these, an image goes to the lane whose workers have 1 GB per slot instead of 512 MB (pixels). */
const heavyPixels = 25_000_000
const heavyProgressivePixels = 12_000_000

/**
 * The queue of a step. PDFs and images that need much memory go to the heavy lane; so does an ingest of a PDF.
 * An image's ingest reads headers only and stays on the normal lane, whatever its size.
 */
export function laneOf(
  kind: StepKind,
  image: { readonly mime: string; readonly page: PageInfo | undefined; readonly progressive: boolean },
): VisionQueue {
  const lane = `vision-${kind}` as const
  if (image.mime === 'application/pdf') return 'vision-heavy'
  if (!image.page || kind === 'ingest') return lane
  const pixels = image.page.width * image.page.height
  return pixels > (image.progressive ? heavyProgressivePixels : heavyPixels) ? 'vision-heavy' : lane
}
