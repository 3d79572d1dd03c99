/**
 * How small PDFs are and what that costs: `npm run score:pdf [-- --count N] [--first SEED] [--dpi N] [--ocrmypdf COMMAND] [--keep FOLDER]`.
 * French letters, invoices and receipts are drawn, photographed, cut out at 300 dpi, and written as PDF, as they are and
 * relighted; beside them JPEG of the same pixels, and what OCRmyPDF makes of them. Darkness is that of print in the PDF,
 * as a share of the page's. `--keep` leaves each page beside its PDF.
 */
import { paperworkKinds, writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { openCodec } from '@equerre/vision-worker/src/adapters/codec.ts'
import { encodePictures } from '@equerre/vision-worker/src/adapters/encode-pictures.ts'
import { writePdf, type PdfPart } from '@equerre/vision-worker/src/adapters/pdf-writer.ts'
import { loadTextModels } from '@equerre/vision-worker/src/adapters/text-models.ts'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import { grayFromRgb, median, type RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { plainText, type Block } from '@equerre/vision-worker/src/core/read/page-text.ts'
import { blackAndWhite } from '@equerre/vision-worker/src/core/rectify/black-and-white.ts'
import { relight } from '@equerre/vision-worker/src/core/rectify/light/light.ts'
import { readText } from '@equerre/vision-worker/src/flow/read-text.ts'
import { drawPaperwork } from '@equerre/vision-worker/test/paperwork-page.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { comparable, editDistance, photographed } from './paperwork.ts'
import { scoredFrom } from './pictures.ts'
import { columns } from './table.ts'

/** Sizes are in bytes; errors are wrong characters of the page's text, before and after. */
type Row = {
  readonly jpeg: number
  readonly pdf: number
  readonly withText: number
  readonly darkness: number
  readonly characters: number
  readonly before: number
  readonly after: number
  /** With each of its levels; null where there is none. */
  readonly peers: readonly (number | null)[]
}

const pageDpi = 300
const peerLevels = ['-O1', '-O3']
/** OCRmyPDF takes many times as long as all else. */
const peerPagesMax = 5

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2' },
    first: { type: 'string', default: String(scoredFrom) },
    /** At which the photograph shows the page. */
    dpi: { type: 'string', default: '230' },
    ocrmypdf: { type: 'string', default: 'ocrmypdf' },
    keep: { type: 'string' },
  },
})
const models = await loadTextModels()
if (!models) throw new Error('nothing here reads text')
const tools = { models, warp: chooseWarp().warp }
const codec = openCodec({ pixelsMax: 100_000_000 })
const folder = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'score-pdf-')))
await mkdir(folder, { recursive: true })
let peerPages = 0
const table: string[][] = []
for (const kind of paperworkKinds) {
  const [asTaken, lit]: [Row[], Row[]] = [[], []]
  for (let seed = Number(values.first); seed < Number(values.first) + Number(values.count); seed++) {
    const work = await writePaperwork(kind, seed)
    const page = await photographed(work, { seed, dpi: Number(values.dpi), pageDpi })
    asTaken.push(await rowOf(work, page, `${kind}-${seed}`))
    lit.push(await rowOf(work, relight(page), `${kind}-${seed}-relit`))
  }
  table.push(figures(kind, asTaken), figures(`${kind}, relit`, lit))
}
const sizes = ['JPEG q75, kB', 'PDF', 'worst', 'with text', ...peerLevels.map((level) => `OCRmyPDF ${level}`)]
console.log(columns(['kind', 'pages', ...sizes, 'darkness', 'CER', 'in the PDF'], table))
if (!values.keep) await rm(folder, { recursive: true })

async function rowOf(work: Paperwork, page: RgbImage, name: string): Promise<Row> {
  const blocks = await readText(page, tools)
  const pictures = await encodePictures(page, { compression: 'auto', dpi: pageDpi, ranks: false }, codec)
  const pdf = await sheetOf(page, { pictures })
  const shown = await drawPaperwork({ ...work, pdf }, pageDpi)
  const withText = await sheetOf(page, { pictures, text: { blocks, picture: page } })
  const png = path.join(folder, `${name}.png`)
  await writeFile(png, await codec.encodePng(page, pageDpi))
  await writeFile(path.join(folder, `${name}.pdf`), withText)
  const truth = comparable(work.lines.join('\n'))
  const errors = (read: readonly Block[]) => editDistance(truth, comparable(plainText(read)))
  return {
    jpeg: (await codec.encodeJpeg(page, { quality: 75, dpi: pageDpi })).length,
    pdf: pdf.length,
    withText: withText.length,
    darkness: darkness(shown, page) / darkness(page, page),
    characters: truth.length,
    before: errors(blocks),
    after: errors(await readText(shown, tools)),
    peers: peerSizes(png),
  }
}

async function sheetOf({ width, height }: RgbImage, part: PdfPart): Promise<Buffer> {
  const sizePt = { width: (width * 72) / pageDpi, height: (height * 72) / pageDpi }
  return Buffer.from((await writePdf([{ sizePt, parts: [part] }], {})).bytes)
}

/** Where the page has print. */
function darkness(image: RgbImage, page: RgbImage): number {
  const print = blackAndWhite(grayFromRgb(page), pageDpi)
  return grayFromRgb(image).data.reduce((sum, level, at) => sum + (print.data[at] === 0 ? 255 - level : 0), 0)
}

function peerSizes(png: string): (number | null)[] {
  if (peerPages++ >= peerPagesMax) return peerLevels.map(() => null)
  return peerLevels.map((level) => {
    const made = `${png}${level}.pdf`
    const options = ['-q', '-l', 'fra', '--output-type', 'pdf', level]
    spawnSync(values.ocrmypdf, [...options, png, made], { stdio: 'ignore' })
    return existsSync(made) ? statSync(made).size : null
  })
}

function figures(label: string, rows: readonly Row[]): string[] {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0)
  const middle = (of: (row: Row) => number) => kilobytes(median(rows.map(of)))
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const cer = (of: (row: Row) => number) => `${((100 * sum(of)) / sum((row) => row.characters)).toFixed(2)} %`
  const peers = peerLevels.map((_, i) => rows.map((row) => row.peers[i] ?? []).flat())
  return [
    label,
    String(rows.length),
    middle((row) => row.jpeg),
    middle((row) => row.pdf),
    kilobytes(Math.max(...rows.map((row) => row.pdf))),
    middle((row) => row.withText),
    ...peers.map((known) => (known.length > 0 ? kilobytes(median(known)) : 'absent')),
    `${Math.min(...rows.map((row) => row.darkness)).toFixed(2)} to ${Math.max(...rows.map((row) => row.darkness)).toFixed(2)}`,
    cer((row) => row.before),
    cer((row) => row.after),
  ]
}
