import { pointTurn, type Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'

/** Points of 1/72 inch from the upright page's top left. */
export type PtBox = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export type PdfImage = {
  readonly what: 'image'
  readonly corners: Quad
  /** Resolution along the denser side. */
  readonly pixelsPerPt: number
  readonly pixels: number
  /** Black and white without intermediate tones: not made by a camera. */
  readonly bitonal: boolean
  readonly jpeg2000: boolean
}

/** Something visible on a PDF page, in painting order; corners in points, in either winding. */
export type PdfMark =
  | PdfImage
  /** Text and drawings; `white` if invisible on bare paper. */
  | { readonly what: 'ink'; readonly corners: Quad; readonly white: boolean }

/** An image, or the strips and layers of one, with nothing else visible on its page. */
export type PdfPicture = {
  readonly box: PtBox
  readonly pixelsPerPt: number
  readonly bitonal: boolean
}

/** The images leave at most this share of the picture bare; separate pictures on a page leave more between them. */
const bareShareMax = 0.03
/** PDFium does not tell the resolution of a mask, which letters have; this is what scanners and we write. */
const maskPixelsPerPt = 300 / 72
/** Of an image over another, at least this share lies over it. */
const overShareMin = 0.9
/** Coverage is sampled at this many points across and down. */
const looks = 48

/**
 * The picture that makes up a page; null when the page was written or drawn.
 * @param marks in painting order
 * @param page size in points, upright
 */
export function pictureOf(
  marks: readonly PdfMark[],
  page: { readonly widthPt: number; readonly heightPt: number },
): PdfPicture | null {
  const images = marks.filter((mark) => mark.what === 'image')
  if (images.length === 0) return null
  const box = clippedTo(page, boxAround(images.flatMap(({ corners }) => corners)))
  if (!(box.right > box.left && box.bottom > box.top)) return null
  const first = marks.findIndex(({ what }) => what === 'image')
  const covered = (mark: PdfMark, at: number) => at < first && isWithin(boxAround(mark.corners), box)
  const shows = marks.some(
    (mark, at) => mark.what === 'ink' && !(at < first && mark.white) && !covered(mark, at),
  )
  if (
    shows ||
    bareShare(
      box,
      images.map(({ corners }) => corners),
    ) > bareShareMax
  )
    return null
  return {
    box,
    pixelsPerPt: Math.max(
      ...images.map((image) => image.pixelsPerPt),
      isMasked(images) ? maskPixelsPerPt : 0,
    ),
    bitonal: images.every((image) => image.bitonal),
  }
}

/** Whether one lies over another, which only shows if a mask lets it through: mixed raster content (ITU-T T.44). */
function isMasked(images: readonly PdfImage[]): boolean {
  const boxes = images.map(({ corners }) => boxAround(corners))
  return images.some(
    ({ bitonal }, at) => !bitonal && boxes.slice(0, at).some((below) => isMostlyOver(boxes[at]!, below)),
  )
}

function boxAround(points: readonly Point[]): PtBox {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

function clippedTo({ widthPt, heightPt }: { widthPt: number; heightPt: number }, box: PtBox): PtBox {
  return {
    left: Math.max(0, box.left),
    top: Math.max(0, box.top),
    right: Math.min(widthPt, box.right),
    bottom: Math.min(heightPt, box.bottom),
  }
}

function isWithin(inner: PtBox, outer: PtBox): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.right <= outer.right &&
    inner.bottom <= outer.bottom
  )
}

/** Layers end some pixels apart, where their resolutions differ. */
function isMostlyOver(upper: PtBox, below: PtBox): boolean {
  const across = Math.min(upper.right, below.right) - Math.max(upper.left, below.left)
  const down = Math.min(upper.bottom, below.bottom) - Math.max(upper.top, below.top)
  const area = (upper.right - upper.left) * (upper.bottom - upper.top)
  return across > 0 && down > 0 && across * down > overShareMin * area
}

/** Share of the box that no quad covers. */
function bareShare({ left, top, right, bottom }: PtBox, quads: readonly Quad[]): number {
  let bare = 0
  for (let at = 0; at < looks * looks; at++) {
    const x = left + (((at % looks) + 0.5) / looks) * (right - left)
    const y = top + ((Math.floor(at / looks) + 0.5) / looks) * (bottom - top)
    if (!quads.some((quad) => holds(quad, [x, y]))) bare++
  }
  return bare / (looks * looks)
}

/** Whether the point is on the same side of all four sides; the quad may have either winding. */
function holds(quad: Quad, point: Point): boolean {
  const turns = quad.map((corner, i) => pointTurn(corner, quad[(i + 1) % 4]!, point))
  return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0)
}
