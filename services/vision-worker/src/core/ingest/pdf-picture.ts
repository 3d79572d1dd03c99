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
  /** Along the side where they lie more densely. */
  readonly pixelsPerPt: number
  readonly pixels: number
  /** Black and white without a tone between: no camera made it. */
  readonly bitonal: boolean
  readonly jpeg2000: boolean
}

/** Something that shows on a page of a PDF, in the order of painting; corners in points, clockwise or not. */
export type PdfMark =
  | PdfImage
  /** Text and drawings; `white` where they cannot be seen on bare paper. */
  | { readonly what: 'ink'; readonly corners: Quad; readonly white: boolean }

/** An image, or the strips and layers of one, that is all there is to see of a page. */
export type PdfPicture = {
  readonly box: PtBox
  readonly pixelsPerPt: number
  readonly bitonal: boolean
}

/** The images leave at most this share of the picture bare; several pictures on a page leave more between them. */
const bareShareMax = 0.03
/** The picture is looked at in so many places across and down. */
const looks = 48

/**
 * The picture that a page is; null for a page that was written or drawn.
 * @param marks in the order of painting
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
    pixelsPerPt: Math.max(...images.map((image) => image.pixelsPerPt)),
    bitonal: images.every((image) => image.bitonal),
  }
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

/** Share of the box that lies in none of the quads. */
function bareShare({ left, top, right, bottom }: PtBox, quads: readonly Quad[]): number {
  let bare = 0
  for (let at = 0; at < looks * looks; at++) {
    const x = left + (((at % looks) + 0.5) / looks) * (right - left)
    const y = top + ((Math.floor(at / looks) + 0.5) / looks) * (bottom - top)
    if (!quads.some((quad) => holds(quad, [x, y]))) bare++
  }
  return bare / (looks * looks)
}

/** Whether the point lies on the same side of all four sides; the quad may run either way round. */
function holds(quad: Quad, point: Point): boolean {
  const turns = quad.map((corner, i) => pointTurn(corner, quad[(i + 1) % 4]!, point))
  return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0)
}
