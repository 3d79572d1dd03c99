import type { Quad } from '@equerre/geometry/quad'
import { histogram, otsuThreshold, quantile, thresholded, type GrayImage } from '../../pixels.ts'
import { quadAroundContour } from '../contour-quad.ts'
import type { Channels, Scene } from '../scene.ts'

/** Edges closed over gaps of this many pixels form outlines. */
const gapPx = 3
const edgeShares = [0.96, 0.88, 0.78] as const
const edgeMin = 10
/** Width of the ring along the frame that counts as background, as a share of the short side. */
const ringShare = 0.04
const binBits = 4

/** Quads around the outlines drawn by a channel's edges; channel pixels. */
export function quadsAtEdges(scene: Scene, channel: GrayImage, name: string): Quad[] {
  // Thresholds from the picture itself: a fixed pair finds nothing on white paper and everything on fabric.
  const gradients = histogram(gradientOf(channel))
  return edgeShares.flatMap((share) => {
    const high = Math.max(edgeMin, 4 * quantile(gradients, share))
    const edges = scene.operators.edges(channel, { low: high * 0.4, high })
    return quadsAround(scene, scene.operators.close(edges, gapPx), `20-${name}-${share}`)
  })
}

/** Quads around the regions that a channel's own thresholds separate; channel pixels. */
export function quadsOfRegions(scene: Scene, channel: GrayImage, name: string): Quad[] {
  const counts = histogram(channel)
  const otsu = otsuThreshold(counts)
  // One threshold splits the picture in two; splitting each part again finds a page among three tones.
  const upper = otsuThreshold(counts.map((count, value) => (value > otsu ? count : 0)))
  const lower = otsuThreshold(counts.map((count, value) => (value <= otsu ? count : 0)))
  return [otsu, upper, lower].flatMap((threshold) =>
    quadsAround(scene, thresholded(channel, threshold), `30-${name}-${threshold}`),
  )
}

/** Quads around whatever differs in colour from the ring along the frame; channel pixels. */
export function quadsUnlikeBorder(scene: Scene): Quad[] {
  const unlike = scene.operators.blur(unlikeBorder(scene.channels), 5)
  return quadsOfRegions(scene, unlike, 'unlike-border')
}

function quadsAround({ operators, debug }: Scene, mask: GrayImage, name: string): Quad[] {
  debug?.(name, mask)
  // A page's outline is long; drop the thousands of specks and letters early.
  return operators
    .outlines(mask, (mask.width + mask.height) / 4)
    .map(quadAroundContour)
    .filter((quad) => quad !== null)
}

/** How much rarer each pixel's colour is along the frame than in the picture: 0 if found only there, 255 if never there. */
function unlikeBorder({ light, redGreen, yellowBlue }: Channels): GrayImage {
  const { width, height } = light
  const ring = Math.max(2, Math.round(Math.min(width, height) * ringShare))
  const everywhere = new Uint32Array(1 << (3 * binBits))
  const along = new Uint32Array(1 << (3 * binBits))
  const bins = new Uint16Array(width * height)
  for (let row = 0; row < height; row++) {
    const [start, end] = [row * width, (row + 1) * width]
    binRow({ light, redGreen, yellowBlue }, bins, { start, end })
    count(bins, everywhere, { start, end })
    const whole = row < ring || row >= height - ring || 2 * ring >= width
    count(bins, along, { start, end: whole ? end : start + ring })
    if (!whole) count(bins, along, { start: end - ring, end })
  }
  const ringPixels = 2 * ring * (width + height - 2 * ring)
  const rarity = Uint8Array.from(everywhere, (count, bin) => {
    const usual = count / (width * height)
    return count === 0 ? 0 : Math.round((255 * usual) / (usual + along[bin]! / ringPixels))
  })
  const data = new Uint8Array(bins.length)
  // By index: mapping a typed array costs ten times as much.
  for (let at = 0; at < data.length; at++) data[at] = rarity[bins[at]!]!
  return { width, height, data }
}

type Span = { readonly start: number; readonly end: number }

// Rows are functions of their own for the same reason as in `createScene`.
function binRow(
  { light, redGreen, yellowBlue }: Omit<Channels, 'chroma'>,
  bins: Uint16Array,
  { start, end }: Span,
): void {
  for (let at = start; at < end; at++) {
    bins[at] =
      (fine(light.data[at]!) << (2 * binBits)) |
      (opponent(redGreen.data[at]!) << binBits) |
      opponent(yellowBlue.data[at]!)
  }
}

function count(bins: Uint16Array, counts: Uint32Array, { start, end }: Span): void {
  for (let at = start; at < end; at++) counts[bins[at]!]!++
}

function fine(value: number): number {
  return value >> (8 - binBits)
}

/** Opponent values cluster near the middle, so that range is quantized more finely. */
function opponent(value: number): number {
  return Math.min(15, Math.max(0, ((value - 128) >> 2) + 8))
}

/** Half the L1 gradient by central differences; borders stay 0. */
function gradientOf({ width, height, data }: GrayImage): GrayImage {
  const gradient = new Uint8Array(width * height)
  for (let row = 1; row < height - 1; row++) gradientRow(data, gradient, { width, row })
  return { width, height, data: gradient }
}

function gradientRow(
  data: Uint8Array,
  gradient: Uint8Array,
  { width, row }: { readonly width: number; readonly row: number },
): void {
  for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
    const dx = Math.abs(data[at + 1]! - data[at - 1]!)
    const dy = Math.abs(data[at + width]! - data[at - width]!)
    gradient[at] = (dx + dy) >> 1
  }
}
