/**
 * How well text is read: `npm run score:text [-- --count N] [--first SEED] [--dpi N] [--tesseract] [--show]`. French letters, invoices and
 * receipts are drawn, photographed at an angle in uneven light, cut out at their true corners, and read. An error is a
 * character to insert, remove or replace in the whole page's text, after white space has been made single and both
 * apostrophes one. An amount counts only if it stands there to the digit.
 */
import { paperworkKinds, writePaperwork, type PaperworkKind } from '@equerre/testkit/pictures/paperwork'
import { parseArgs } from 'node:util'
import { loadTesseract } from '@equerre/vision-worker/src/adapters/tesseract.ts'
import { loadTextModels } from '@equerre/vision-worker/src/adapters/text-models.ts'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import { median } from '@equerre/vision-worker/src/core/pixels.ts'
import { plainText } from '@equerre/vision-worker/src/core/read/page-text.ts'
import { readText } from '@equerre/vision-worker/src/flow/read-text.ts'
import { comparable, editDistance, photographed } from './paperwork.ts'
import { scoredFrom } from './pictures.ts'
import { columns } from './table.ts'

type Row = {
  readonly characters: number
  readonly errors: number
  readonly amounts: number
  readonly exact: number
  readonly cpuSeconds: number
}

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
  const page = await photographed(work, { seed, dpi: Number(values.dpi) })
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
