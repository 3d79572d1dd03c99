import { homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, quadSideLengths } from '@equerre/geometry/quad'
import { photographDocument } from '@equerre/testkit/pictures'
import type { Paperwork } from '@equerre/testkit/pictures/paperwork'
import { openCodec } from '@equerre/vision-worker/src/adapters/codec.ts'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import type { RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { drawPaperwork } from '@equerre/vision-worker/test/paperwork-page.ts'

const millimetresPerInch = 25.4
/** Of the drawn page, before it is photographed. */
const drawnDpi = 300
const codec = openCodec({ pixelsMax: 100_000_000 })
const { warp } = chooseWarp()

type Photographed = {
  readonly seed: number
  /** At which the photograph shows the page, at its longer side. */
  readonly dpi: number
  /** Of the page cut out of it; as it comes where it is left out. */
  readonly pageDpi?: number
}

/** A page of paperwork, photographed at an angle in uneven light and cut out at its true corners. */
export async function photographed(work: Paperwork, { seed, dpi, pageDpi }: Photographed): Promise<RgbImage> {
  const sheet = await drawPaperwork(work, drawnDpi)
  const longSide = Math.round(((Math.max(work.widthMm, work.heightMm) / millimetresPerInch) * dpi) / 0.8)
  const frame = { width: Math.round(longSide * 0.75), height: longSide }
  const { jpeg, corners } = await photographDocument({ seed, sheet, ...frame, tiltDegrees: 15, coverage: 1 })
  const [top, right] = quadSideLengths(corners!)
  const scale = pageDpi ? pageDpi / millimetresPerInch : Math.max(top / work.widthMm, right / work.heightMm)
  const size = { width: Math.round(work.widthMm * scale), height: Math.round(work.heightMm * scale) }
  return warp(await codec.decodeWhole(jpeg), homographyBetween(frameQuad(size), corners!), size)
}

/** Text as it is compared: white space made single and both apostrophes one. */
export function comparable(text: string): string {
  return text.replaceAll('’', "'").replace(/\s+/g, ' ').trim()
}

/** Characters to insert, remove or replace: V. Levenshtein (1966). */
export function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, sign] of [...from].entries()) {
    const current = [row + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = above[column - 1]! + (sign === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1))
    }
    above = current
  }
  return above.at(-1)!
}
