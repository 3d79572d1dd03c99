import type { RectifyOptions } from '@equerre/contract/detourage'
import { homographyBetween } from '@equerre/geometry/homography'
import { mayBeCard, paperOfProportions } from '@equerre/geometry/likely-papers'
import { paperLongInches, paperOfSize, paperRatio, type PaperName } from '@equerre/geometry/paper'
import { measureProportions, type Camera, type Proportions } from '@equerre/geometry/proportions'
import { quadArea } from '@equerre/geometry/quad'
import { wholeFrame, type PhotoQuad, type Size } from '@equerre/geometry/spaces'
import type { CornerShape } from './card-corners.ts'

/** Size, resolution and paper of the rectified page. */
export type PageSize = {
  readonly width: number
  readonly height: number
  /** Pixels per inch that the file declares: never more than the photograph provides. */
  readonly dpi: number
  readonly paper: PaperName | null
  /** Possibly an identity or bank card, as far as we know. */
  readonly card: boolean
  /** As measured in the photograph, before a paper was recognised or requested. */
  readonly measured: Proportions
  /** Photo pixels per output pixel, as the square root of the ratio of areas; at least 0.81. */
  readonly reduction: number
}

export type PageSource = {
  readonly camera: Camera
  /** Pixels per inch of the photo's own pixels where known (PDF pages), otherwise null. */
  readonly pixelsPerInch: number | null
  /** The most the source provides, per inch: an embedded scan's own; Infinity for drawings; null to derive it. */
  readonly dpiMax: number | null
  /** What the page's corners look like, where that was looked at. */
  readonly corners?: CornerShape
  /** By what share a bent sheet is longer than the straight lines between its corners, across and down. */
  readonly stretch?: readonly [number, number]
}

/** The near side of a tilted page keeps its pixels, for which the far side is enlarged, up to this factor in total area. */
const enlargementMax = 1.5
/** Share of its pixels that a page may lose so that its resolution is a whole number, as files declare it. */
const roundingLossMax = 0.02
/** A page of unknown size is assumed to be as long as this. */
const assumedInches = paperLongInches('a4')

/**
 * Chooses size and resolution of the rectified page: the page's true proportions or those of its paper, with as many pixels
 * as the photograph has of its nearest part. A page of unknown size is assumed to be as long as A4, so that `dpi` has a
 * meaning. A paper that is only recognised costs no pixels: they are as many as without it, and the resolution follows.
 * @param quad photo pixels, clockwise from the page's own top left
 * @param pixelsMax cap on the output, met by lowering the resolution
 */
export function planPageSize(
  quad: PhotoQuad,
  source: PageSource,
  options: Pick<RectifyOptions, 'dpi' | 'paper'> & { readonly pixelsMax: number },
): PageSize {
  const measured = alongPaper(measureProportions(quad, source.camera), source.stretch)
  const paper = choosePaper(options.paper, { measured, quad, source })
  const free = heldPixels(quad, measured.ratio)
  const held = paper ? reshaped(free, heldPixels(quad, ratioOf(paper, measured))) : free
  const { dpi, scale } = chooseResolution(held, { paper, source, options })
  return {
    width: Math.max(1, Math.floor(held.width * scale + 0.5)),
    height: Math.max(1, Math.floor(held.height * scale + 0.5)),
    dpi,
    paper,
    card: paper ? paper === 'id1' : looksLikeCard(measured, source),
    measured,
    reduction: Math.sqrt(quadArea(quad) / (held.width * held.height)) / scale,
  }
}

/** The proportions of a sheet, once it is flat. */
function alongPaper(measured: Proportions, [across, down]: readonly [number, number] = [0, 0]): Proportions {
  const longer = Math.log((1 + across) / (1 + down))
  return {
    ...measured,
    ratio: measured.ratio * Math.exp(longer),
    views: measured.views.map((view) => ({ ...view, logRatio: view.logRatio + longer })),
  }
}

type Known = {
  readonly paper: PaperName | null
  readonly source: PageSource
  readonly options: Pick<RectifyOptions, 'dpi' | 'paper'> & { readonly pixelsMax: number }
}

/** Pixels per inch, and by what to scale the pixels held for that. */
function chooseResolution(held: Size, known: Known): { readonly dpi: number; readonly scale: number } {
  const { paper, source, options } = known
  const long = Math.max(held.width, held.height)
  const inches = inchesOf(long, known)
  const available = source.dpiMax ?? long / inches
  const inchesOfPixel = inches / long
  const capped = Math.sqrt(options.pixelsMax / (held.width * held.height)) / inchesOfPixel
  const recognised = options.paper === 'auto' && !source.pixelsPerInch
  const asked = recognised ? options.dpi * Math.max(1, assumedInches / inches) : options.dpi
  const bearable = Math.min(asked, available, capped)
  const dpi = Math.max(1, Math.floor(bearable + 1e-6))
  // Where the paper size is only assumed, do not resample just to make the resolution a whole number.
  const sizeKnown = paper !== null || source.pixelsPerInch !== null
  const rounds = sizeKnown && (dpi / bearable) ** 2 >= 1 - roundingLossMax
  return { dpi, scale: bearable === available && !rounds ? 1 : dpi * inchesOfPixel }
}

function inchesOf(long: number, { paper, source: { pixelsPerInch } }: Known): number {
  if (pixelsPerInch) return long / pixelsPerInch
  return paper ? paperLongInches(paper) : assumedInches
}

/** A card is treated as one even where its corners could not be seen: its background is printed all over. */
function looksLikeCard(measured: Proportions, { pixelsPerInch, corners }: PageSource): boolean {
  return !pixelsPerInch && corners !== 'square' && mayBeCard(measured)
}

type Seen = { readonly measured: Proportions; readonly quad: PhotoQuad; readonly source: PageSource }

function choosePaper(wanted: RectifyOptions['paper'], { measured, quad, source }: Seen): PaperName | null {
  if (wanted === 'none') return null
  if (wanted !== 'auto') return wanted
  if (!source.pixelsPerInch) return paperOfProportions(measured, source.corners === 'round')
  const { width, height } = heldPixels(quad, measured.ratio)
  return paperOfSize({ width: width / source.pixelsPerInch, height: height / source.pixelsPerInch })
}

/** The paper's width divided by its height, in the page's orientation. */
function ratioOf(paper: PaperName, { ratio }: Proportions): number {
  return ratio > 1 ? paperRatio(paper) : 1 / paperRatio(paper)
}

/** The size, at that ratio, at which no part of the photograph loses pixels, as far as the area cap allows. */
function heldPixels(quad: PhotoQuad, ratio: number): Size {
  const scales = cornerScales(quad)
  const wanted = Math.max(...scales.map(({ width, height }) => Math.max(width, height * ratio)))
  const width = Math.min(wanted, Math.sqrt(enlargementMax * quadArea(quad) * ratio))
  return { width, height: width / ratio }
}

/** The page in its paper's shape, with no fewer pixels than it has in its own. */
function reshaped(free: Size, { width, height }: Size): Size {
  const grown = Math.max(1, Math.sqrt((free.width * free.height) / (width * height)))
  return { width: width * grown, height: height * grown }
}

/** Photo pixels per page width and page height at each corner, one of which is nearest to the camera. */
function cornerScales(quad: PhotoQuad): Size[] {
  const [a, b, , d, e, , g, h, i] = homographyBetween(wholeFrame, quad)
  return quad.map(([x, y], corner) => {
    const [u, v] = wholeFrame[corner]!
    const depth = Math.abs(g * u + h * v + i)
    return {
      width: Math.hypot(a - g * x, d - g * y) / depth,
      height: Math.hypot(b - h * x, e - h * y) / depth,
    }
  })
}
