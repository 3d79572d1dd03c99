import type { PageInfo, StepKind } from '@equerre/contract/detourage'
import { bulkFetchQueue, fetchQueue } from '@equerre/contract/courier'
import {
  bulkLanes as bulkVisionLanes,
  sideLanes,
  stepMessages,
  visionQueues,
  type VisionQueue,
} from '@equerre/contract/jobs'

/** Where steps wait for who does them: the workers’ lanes, and the courier’s for files that come from an address. */
export const lanes = [...visionQueues, fetchQueue, bulkFetchQueue] as const
export type Lane = (typeof lanes)[number]

/** Lanes of batches, one for each sort of slots: nobody waits there for an answer. */
export const bulkLanes: readonly Lane[] = [...bulkVisionLanes, bulkFetchQueue]

/**
 * Lanes whose steps take nothing from the windows of pages: each has one of its own, and where one stands still the product is
 * degraded, not down.
 */
export const lanesApart: readonly Lane[] = [...new Set<Lane>([...sideLanes, fetchQueue, ...bulkLanes])]

const bulkLaneOf: Readonly<Partial<Record<Lane, Lane>>> = {
  'vision-ingest': 'vision-bulk',
  'vision-detect': 'vision-bulk',
  'vision-rectify': 'vision-bulk',
  'vision-heavy': 'vision-bulk-heavy',
  'vision-read': 'vision-bulk-side',
  'vision-assemble': 'vision-bulk-side',
  [fetchQueue]: bulkFetchQueue,
}

export function isBulk(lane: Lane): boolean {
  return bulkLanes.includes(lane)
}

/** Where a step waits: among those of batches if it is one of them. */
export function laneIn(bulk: boolean, lane: Lane): Lane {
  return bulk ? (bulkLaneOf[lane] ?? lane) : lane
}

/** Whether the courier fetches what the step is about. */
export function isFetched(lane: Lane): boolean {
  return lane === fetchQueue || lane === bulkFetchQueue
}

/** Pixels above which an image goes to the lane whose slots have twice the memory. */
const heavyPixels = 25_000_000
/** For images held in memory whole while decoded; just above the 4032 × 3024 of a phone. */
const heavyProgressivePixels = 12_500_000
/** AVIF takes twice as much memory per pixel as those. */
const heavyAvifPixels = 8_000_000

/** Types that must be decoded whole even for a preview, at up to 19 bytes per pixel. */
const wholeTypes: ReadonlySet<string> = new Set(['image/heic', 'image/avif', 'image/gif'])

/**
 * The queue of a step. PDFs and images that need much memory go to the heavy lane. Before ingest the number of pixels is
 * unknown and bytes say little about it, so the type decides: JPEG, PNG, WebP and TIFF are reduced to their preview while they
 * are read; the slots of the normal lanes are sized for the worst one, an interlaced PNG of 50 Mpx and 16 bits.
 */
export function laneOf(
  kind: StepKind,
  image: { readonly mime: string; readonly page: PageInfo | undefined; readonly progressive: boolean },
): VisionQueue {
  const { lane } = stepMessages[kind]
  // What is made of finished pages does not decode the file.
  if (sideLanes.includes(lane)) return lane
  if (image.mime === 'application/pdf') return 'vision-heavy'
  if (!image.page || kind === 'ingest') return wholeTypes.has(image.mime) ? 'vision-heavy' : lane
  return image.page.width * image.page.height > normalPixelsMax(image) ? 'vision-heavy' : lane
}

function normalPixelsMax({ mime, progressive }: { mime: string; progressive: boolean }): number {
  if (mime === 'image/avif') return heavyAvifPixels
  return progressive ? heavyProgressivePixels : heavyPixels
}
