import { digitalPdf } from '@equerre/testkit/pictures'
import sharp, { type Sharp } from 'sharp'
import { openPdf } from '../src/adapters/pdf.ts'
import type { QuarterTurns } from '../src/core/detect/upright/turns.ts'

const sheet = { width: 1240, height: 1754 }
/** All of it, with thirty lines. */
export const allLines = { left: 0, top: 0, ...sheet }
const line = { left: 310, top: 140, width: 240, height: 60 }

/**
 * A page that lies turned clockwise by so many quarters, with one line of text: too little for the network that looks at
 * tiles.
 */
export async function turnedLine(turns: QuarterTurns, part = line): Promise<Sharp> {
  // A machine may have no fonts; PDFium brings its own.
  const { rgba } = (await openPdf(await digitalPdf())).draw(1, { kind: 'digital', size: sheet })
  const page = await sharp(rgba, { raw: { ...sheet, channels: 4 } })
    .removeAlpha()
    .extract(part)
    .extend({ top: 30, bottom: 300, left: 40, right: 40, background: 'white' })
    .png()
    .toBuffer()
  return sharp(page).rotate(90 * turns)
}
