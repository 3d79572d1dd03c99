/**
 * How well text is read: `npm run score:text [-- --count N] [--first SEED] [--dpi N] [--tesseract] [--show]`. French letters, invoices and
 * receipts are drawn, photographed at an angle in uneven light, cut out at their true corners, and read. An error is a
 * character to insert, remove or replace in the whole page's text, after white space has been made single and both
 * apostrophes one. An amount counts only if it stands there to the digit.
 */
import { homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, quadSideLengths } from '@equerre/geometry/quad'
import { photographDocument } from '@equerre/testkit/pictures'
import {
  paperworkKinds,
  writePaperwork,
  type Paperwork,
  type PaperworkKind,
} from '@equerre/testkit/pictures/paperwork'
import { parseArgs } from 'node:util'
import { openCodec } from '@equerre/vision-worker/src/adapters/codec.ts'
import { loadTesseract } from '@equerre/vision-worker/src/adapters/tesseract.ts'
import { loadTextModels } from '@equerre/vision-worker/src/adapters/text-models.ts'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import { median, type RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { plainText } from '@equerre/vision-worker/src/core/read/page-text.ts'
import { readText } from '@equerre/vision-worker/src/flow/read-text.ts'
import { drawPaperwork } from '@equerre/vision-worker/test/paperwork-page.ts'
import { scoredFrom } from './pictures.ts'
import { columns } from './table.ts'

type Row = {
  readonly characters: number
  readonly errors: number
  readonly amounts: number
  readonly exact: number
  readonly cpuSeconds: number
}

/** Of the drawn page, before it is photographed. */
const drawnDpi = 300
const millimetresPerInch = 25.4

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    first: { type: 'string', default: String(scoredFrom) },
    dpi: { type: 'string', default: '150' },
    /** Reads with what takes over where the networks are missing. */
    tesseract: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
})
const codec = openCodec({ pixelsMax: 100_000_000 })
const { warp } = chooseWarp()
const models = await (values.tesseract ? loadTesseract() : loadTextModels())
if (!models) throw new Error('nothing here reads text')
console.log(models.name)
const tools = { models, warp }
const table: string[][] = []
for (const kind of paperworkKinds) {
  const rows: Row[] = []
  for (let i = 0; i < Number(values.count); i++) rows.push(await rowOf(kind, Number(values.first) + i))
  table.push(figures(kind, rows))
}
console.log(columns(['kind', 'pages', 'CER', 'amounts exact', 'CPU s, median', 'worst'], table))

async function rowOf(kind: PaperworkKind, seed: number): Promise<Row> {
  const work = await writePaperwork(kind, seed)
  const page = await photographed(work, seed)
  const before = process.cpuUsage()
  const text = plainText(await readText(page, tools))
  const { user, system } = process.cpuUsage(before)
  if (values.show) console.log(`${kind} ${seed}\n${text}\n`)
  const [truth, read] = [comparable(work.lines.join('\n')), comparable(text)]
  return {
    characters: truth.length,
    errors: editDistance(truth, read),
    amounts: work.amounts.length,
    exact: work.amounts.filter((amount) => read.includes(amount)).length,
    cpuSeconds: (user + system) / 1_000_000,
  }
}

/** A page cut out of a photograph that shows it at the resolution asked for, at its longer side. */
async function photographed(work: Paperwork, seed: number): Promise<RgbImage> {
  const sheet = await drawPaperwork(work, drawnDpi)
  const dpi = Number(values.dpi)
  const longSide = Math.round(((Math.max(work.widthMm, work.heightMm) / millimetresPerInch) * dpi) / 0.8)
  const frame = { width: Math.round(longSide * 0.75), height: longSide }
  const { jpeg, corners } = await photographDocument({ seed, sheet, ...frame, tiltDegrees: 15, coverage: 1 })
  const [top, right] = quadSideLengths(corners!)
  const scale = Math.max(top / work.widthMm, right / work.heightMm)
  const size = { width: Math.round(work.widthMm * scale), height: Math.round(work.heightMm * scale) }
  return warp(await codec.decodeWhole(jpeg), homographyBetween(frameQuad(size), corners!), size)
}

function comparable(text: string): string {
  return text.replaceAll('’', "'").replace(/\s+/g, ' ').trim()
}

/** V. Levenshtein (1966). */
function editDistance(from: string, to: string): number {
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

function figures(kind: PaperworkKind, rows: readonly Row[]): string[] {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const seconds = rows.map(({ cpuSeconds }) => cpuSeconds)
  return [
    kind,
    String(rows.length),
    `${((100 * sum((row) => row.errors)) / sum((row) => row.characters)).toFixed(2)} %`,
    `${sum((row) => row.exact)} of ${sum((row) => row.amounts)}`,
    median(seconds).toFixed(2),
    Math.max(...seconds).toFixed(2),
  ]
}
