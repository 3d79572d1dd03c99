import type { DebugPictures } from '../../debug.ts'
import { histogram, quantile, type GrayImage, type RgbImage } from '../../pixels.ts'
import { findFigures } from './figures.ts'
import { withoutGrain } from './grain.ts'
import { lightestQuarters, multiplied, type Field, type Planes } from './light-cells.ts'
import { medianFiltered } from './median.ts'
import { closed } from './morphology.ts'
import { continued } from './push-pull.ts'

/** Quarter cells along the image's long side: about 2 per millimetre of an A4 page. */
const quartersLong = 600
/** Ink narrower than twice this is ignored, in cells: about 12 mm of an A4 page. */
const inkRadius = 5
/** The level to which paper is brought. */
const paperLevel = 245
/** Paper whose channels differ by more than this share has a colour of its own. */
const paleSaturationMax = 0.3
/** On a card, photograph, header and chip cover three times as much at least. */
const bareFiguresMax = 0.015
/** Maximum gain: deep shadow holds little but noise. */
const gainMax = 4

type Circumstances = {
  /** Receives the surface, what was taken for figures, and the light, one pixel per cell. */
  readonly debug?: DebugPictures
  /** It has a card's proportions. Cards are printed all over, so then only a bare white sheet is taken for paper. */
  readonly mayBeCard?: boolean
}

/**
 * Removes shadows, uneven light and the paper's tint. The paper's own surface is measured between the letters and
 * continued under pictures and coloured areas; each channel is divided by it and brought to near white. The less an image
 * looks like a sheet of plain paper, or the stronger its colour, the less it is changed, down to not at all.
 * @returns the image itself if it looks like no sheet of paper
 */
export function relight(image: RgbImage, { debug = null, mayBeCard = false }: Circumstances = {}): RgbImage {
  const { quarterPx, figures, light, rounded, strength } = surveyed(image, debug)
  if (strength === 0 || (mayBeCard && !isBarePaper(rounded, figures))) return image
  const gains = gainsFor(light, { target: targetOf(rounded), strength })
  const cellPx = quarterPx * 2
  return withoutGrain(multiplied(image, gains, cellPx), gains[1], cellPx)
}

/** Whether an image looks at all like a sheet of paper, rather than like a photograph or a cover. */
export function isSheet(image: RgbImage): boolean {
  return surveyed(image, null).strength > 0
}

/** What a page is like between its letters, in cells of twice `quarterPx`; with figures and stains still on it. */
export function surfaceOf(image: RgbImage) {
  const quarterPx = Math.max(1, Math.round(Math.max(image.width, image.height) / quartersLong))
  const cells = lightestQuarters(image, quarterPx)
  const inkless = mapped(cells, (plane) => closed(plane, inkRadius))
  return { quarterPx, cells, inkless, surface: mapped(inkless, (plane) => medianFiltered(plane, inkRadius)) }
}

function surveyed(image: RgbImage, debug: DebugPictures) {
  const { quarterPx, cells, inkless, surface } = surfaceOf(image)
  const figures = findFigures(surface)
  const light = mapped(surface, (plane) => continued(plane, figures))
  debug?.('55-surface', merged(surface))
  debug?.('56-figures', figures)
  const rounded = mapped(light, (field) => ({ ...field, data: Uint8Array.from(field.data, Math.round) }))
  debug?.('57-light', merged(rounded))
  const strength = pageLikeness({ cells: cells[1], inkless: inkless[1], light: rounded[1], figures })
  return { quarterPx, figures, light, rounded, strength }
}

type Views = Readonly<Record<'cells' | 'inkless' | 'light' | 'figures', GrayImage>>

/**
 * From 0 for photographs and covers to 1 for a sheet of paper: enough paper must show beside ink and figures, and nothing
 * on a sheet is lighter than its paper.
 */
function pageLikeness({ cells, inkless, light, figures }: Views): number {
  let paper = 0
  let lighter = 0
  for (let at = 0; at < light.data.length; at++) {
    if (figures.data[at] === 0 && cells.data[at]! > 0.85 * light.data[at]!) paper++
    if (inkless.data[at]! > 1.2 * light.data[at]!) lighter++
  }
  const all = light.data.length
  return ramp(paper / all, 0.25, 0.5) * (1 - ramp(lighter / all, 0.03, 0.09))
}

/** Whether nothing but ink is on the paper, and that is white: a pad, a note, the back of a photograph. */
function isBarePaper(light: Planes<GrayImage>, figures: GrayImage): boolean {
  const covered = figures.data.reduce((count, value) => count + (value > 0 ? 1 : 0), 0)
  return covered <= bareFiguresMax * figures.data.length && saturationOf(light) <= paleSaturationMax
}

/** Of the usual light, from 0 for grey to 1. */
function saturationOf(light: Planes<GrayImage>): number {
  const usual = light.map((plane) => quantile(histogram(plane), 0.5))
  return 1 - Math.min(...usual) / Math.max(...usual, 1)
}

/** White, or for paper of a colour that no lamp produces, that colour where it is lit best. */
function targetOf(light: Planes<GrayImage>): readonly number[] {
  const counts = mapped(light, histogram)
  const kept = ramp(saturationOf(light), paleSaturationMax, 0.45)
  return counts.map((count) => paperLevel ** (1 - kept) * quantile(count, 0.9) ** kept)
}

function gainsFor(
  light: Planes<Field>,
  { target, strength }: { target: readonly number[]; strength: number },
): Planes<Field> {
  const { width, height } = light[0]
  const gains = mapped(light, () => ({ width, height, data: new Float32Array(width * height) }))
  const wanted = [1, 1, 1]
  for (let at = 0; at < width * height; at++) {
    for (let c = 0; c < 3; c++) wanted[c] = target[c]! / Math.max(1, light[c]!.data[at]!)
    // All channels alike, or the deepest shadows would be tinted.
    const limit = Math.min(1, gainMax / Math.max(...wanted))
    for (let c = 0; c < 3; c++) gains[c]!.data[at] = Math.max(1, wanted[c]! * limit) ** strength
  }
  return gains
}

/** 0 up to `low`, 1 from `high` on, linear in between. */
function ramp(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}

function mapped<From, To>([red, green, blue]: Planes<From>, change: (plane: From) => To): Planes<To> {
  return [change(red), change(green), change(blue)]
}

function merged(planes: Planes<GrayImage>): RgbImage {
  const { width, height } = planes[0]
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at++) data[at] = planes[at % 3]!.data[Math.floor(at / 3)]!
  return { width, height, data }
}
