import type { RectifyOptions } from '@equerre/contract/detourage'
import { paperLongInches, paperRatio, type PaperName } from '@equerre/geometry/paper'
import { quadSideLengths } from '@equerre/geometry/quad'
import type { PhotoQuad } from '@equerre/geometry/spaces'

/** What the rectified page will be. */
export type PageSize = {
  readonly width: number
  readonly height: number
  /** Pixels per inch that the file declares: never more than the photograph holds. */
  readonly dpi: number
  readonly paper: PaperName | null
  /** Photo pixels per output pixel along the sides, at least 1 up to rounding. */
  readonly reduction: number
}

export type PageSource = {
  /** Pixels per inch of the photo's own pixels where they are known (PDF pages), else null. */
  readonly pixelsPerInch: number | null
  /** The most that the source can give, per inch: an embedded scan's own; Infinity for drawings; null to derive it. */
  readonly dpiMax: number | null
}

/** `auto` names a paper only when the proportions are equal within this (natural logarithm) … */
const autoRatioSlack = 0.02
/** … and opposite sides differ by less than this, because tilt makes averages lie. */
const autoTiltMax = 0.04
const autoPapers = ['a4', 'letter', 'id1'] as const

/**
 * Chooses size and resolution of the rectified page: width and height are the longer of opposite sides; a paper forces
 * its proportions at the same area. A page of unknown size is taken to be as long as A4, so that `dpi` means something.
 * @param quad photo pixels, clockwise from the page's own top left
 * @param pixelsMax cap of the output; the resolution falls until it holds
 */
export function planPageSize(
  quad: PhotoQuad,
  source: PageSource,
  options: Pick<RectifyOptions, 'dpi' | 'paper'> & { readonly pixelsMax: number },
): PageSize {
  const [top, right, bottom, left] = quadSideLengths(quad)
  const seen = { width: Math.max(top, bottom), height: Math.max(left, right) }
  const tilt = Math.max(Math.abs(Math.log(top / bottom)), Math.abs(Math.log(left / right)))
  const paper = choosePaper(options.paper, { ratio: seen.width / seen.height, tilt })
  const shaped = paper ? inProportion(seen, paper) : seen
  const long = Math.max(shaped.width, shaped.height)
  const inches = source.pixelsPerInch ? long / source.pixelsPerInch : paperLongInches(paper ?? 'a4')
  const available = source.dpiMax ?? long / inches
  const inchesOfPixel = inches / long
  const capped = Math.sqrt(options.pixelsMax / (shaped.width * shaped.height)) / inchesOfPixel
  const dpi = Math.max(1, Math.floor(Math.min(options.dpi, available, capped) + 1e-6))
  const scale = dpi * inchesOfPixel
  return {
    width: Math.max(1, Math.floor(shaped.width * scale + 0.5)),
    height: Math.max(1, Math.floor(shaped.height * scale + 0.5)),
    dpi,
    paper,
    reduction: 1 / scale,
  }
}

function choosePaper(
  wanted: RectifyOptions['paper'],
  seen: { readonly ratio: number; readonly tilt: number },
): PaperName | null {
  if (wanted === 'none') return null
  if (wanted !== 'auto') return wanted
  const distance = (name: PaperName) => Math.abs(Math.abs(Math.log(seen.ratio)) - Math.log(paperRatio(name)))
  const nearest = autoPapers.reduce((best, name) => (distance(name) < distance(best) ? name : best))
  return seen.tilt < autoTiltMax && distance(nearest) < autoRatioSlack ? nearest : null
}

/** The paper's proportions, upright or lying as the page is, with the area of what was seen. */
function inProportion({ width, height }: { width: number; height: number }, paper: PaperName) {
  const ratio = width > height ? paperRatio(paper) : 1 / paperRatio(paper)
  const area = width * height
  return { width: Math.sqrt(area * ratio), height: Math.sqrt(area / ratio) }
}
