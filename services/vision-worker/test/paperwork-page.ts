import type { Paperwork } from '@equerre/testkit/pictures/paperwork'
import { openPdf } from '../src/adapters/pdf.ts'
import type { RgbImage } from '../src/core/pixels.ts'

const millimetresPerInch = 25.4

/** A page as a flat scanner would see it. */
export async function drawPaperwork({ pdf, widthMm, heightMm }: Paperwork, dpi: number): Promise<RgbImage> {
  const pixels = (mm: number) => Math.round((mm / millimetresPerInch) * dpi)
  const size = { width: pixels(widthMm), height: pixels(heightMm) }
  const { rgba } = (await openPdf(pdf)).draw(1, { size, kind: 'digital' })
  const data = new Uint8Array(size.width * size.height * 3)
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) data.set(rgba.subarray(from, from + 3), to)
  return { ...size, data }
}
