/**
 * How flat pages come out: `npm run score:flat [-- FOLDER…] [--count N] [--first SEED] [--bend KIND]… [--read] [--ablation] [--peers]
 * [--debug DIR] [--sheet FILE]`. Without a folder, letters, invoices and receipts are drawn, bent in every way that the testkit knows
 * (none of which anything was trained on), photographed, and found at their true corners, a few pixels off. How far places are
 * from where they should be is in millimetres of paper (distortion.ts); `--read` has Tesseract read the pages, and counts wrong
 * characters; `--ablation` tries each kind of evidence alone, and without the gate; `--peers` installs and runs page-dewarp and
 * UVDoc on the same pages, and reads. Of a folder, it is told which photographs would be changed, and with `--read` how many words are
 * read; `--sheet` writes some of them before and after as one picture, `--debug` all of them.
 */
import { bendKinds, type BendKind } from '@equerre/testkit/pictures/bent'
import { median } from '@equerre/vision-worker/src/core/pixels.ts'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { comparable, editDistance } from '../paperwork.ts'
import { scoredFrom } from '../pictures.ts'
import { columns, mean } from '../table.ts'
import { bentPage, type BentPage } from './bent-page.ts'
import { writePair } from './contact-sheet.ts'
import { distortionOf } from './distortion.ts'
import { scoreFolders } from './folders.ts'
import { openPeers, peerNames, type Peers } from './peers.ts'
import { openReader } from './reader.ts'
import { ablationResults, ablationWays, ownResults, ownWays, peerResults, type Made } from './ways.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '6' },
    first: { type: 'string', default: String(scoredFrom) },
    bend: { type: 'string', multiple: true, default: [...bendKinds] },
    read: { type: 'boolean', default: false },
    ablation: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    debug: { type: 'string' },
    sheet: { type: 'string' },
  },
})
const head = ['pages', 'changed', 'unsure', 'mm', 'p95', 'placed', 'p95', 'CER', 'median', 'CPU ms']
const read = values.read || values.peers ? await openReader() : null
await (positionals.length > 0 ? scoreFolders(positionals, { ...values, read }) : scoreGenerated())

/** What came of one page in one way. */
type Row = Pick<Made, 'way' | 'changed' | 'unsure' | 'cpuMs'> & {
  readonly bend: BendKind
  readonly placed: readonly number[]
  readonly aligned: readonly number[]
  readonly characters: number
  /** Null where it was not read. */
  readonly wrong: number | null
}

async function scoreGenerated(): Promise<void> {
  const peers = values.peers ? peersOrWhy() : null
  const ways = [...ownWays, ...(values.ablation ? ablationWays : []), ...(peers ? peerNames : [])]
  const print = (bend: string, rows: readonly Row[]) => {
    const lines = ways.map((way) => [way, ...figures(rows.filter((row) => row.way === way))])
    console.log(`\n${columns([bend, ...head], lines)}`)
  }
  const bent: Row[] = []
  for (const bend of values.bend as BendKind[]) {
    const rows = await rowsOf(bend, peers)
    print(bend, rows)
    if (bend !== 'flat') bent.push(...rows)
  }
  print('all bent', bent)
}

/** Says why where they cannot be installed; their rows then say that they are missing. */
function peersOrWhy(): Peers | 'missing' {
  try {
    return openPeers()
  } catch (error) {
    console.error(`no peers: ${String(error)}`)
    return 'missing'
  }
}

async function rowsOf(bend: BendKind, peers: Peers | 'missing' | null): Promise<Row[]> {
  const own: { page: BentPage; made: Made[] }[] = []
  for (let i = 0; i < Number(values.count); i++) {
    const page = await bentPage(bend, Number(values.first) + i)
    const made = [...(await ownResults(page)), ...(values.ablation ? await ablationResults(page) : [])]
    own.push({ page, made })
  }
  // Peers are processes of their own. Ours had the machine to themselves, since their time is measured here.
  const rows = own.map(async ({ page, made }) => {
    const all = typeof peers === 'function' ? [...made, ...(await peerResults(page, peers))] : made
    if (values.debug) await writeAll(page, all)
    return Promise.all(all.map((result) => rowOf(page, bend, result)))
  })
  return (await Promise.all(rows)).flat()
}

/** Beside the page with four corners each. */
async function writeAll({ name }: BentPage, [first, ...others]: readonly Made[]): Promise<void> {
  for (const { way, image } of others)
    await writePair(first!.image, image, join(values.debug!, `${name}-${way}.png`))
}

async function rowOf(
  { shot, work }: BentPage,
  bend: BendKind,
  { image, course, ...made }: Made,
): Promise<Row> {
  const truth = wordsIn(work.lines.join('\n'))
  const paper = { width: work.widthMm, height: work.heightMm }
  const isRead = read && !ablationWays.includes(made.way)
  return {
    ...made,
    bend,
    ...distortionOf(course, shot.seen, paper),
    characters: truth.length,
    wrong: isRead ? editDistance(truth, wordsIn((await read(image)).text)) : null,
  }
}

/** Without the strokes that Tesseract sees where the table shows beside a page, however it was made. */
function wordsIn(text: string): string {
  return comparable(text)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(' ')
}

function figures(rows: readonly Row[]): string[] {
  if (rows.length === 0) return head.map((_, i) => (i === 0 ? 'missing' : ''))
  const counted = (of: (row: Row) => boolean) => String(rows.filter(of).length)
  const lengths = (of: (row: Row) => readonly number[]) => {
    const each = rows.flatMap(of).toSorted((a, b) => a - b)
    return [mean(each).toFixed(2), each[Math.floor(0.95 * (each.length - 1))]!.toFixed(2)]
  }
  const cpu = rows.flatMap(({ cpuMs }) => cpuMs ?? [])
  return [
    String(rows.length),
    counted(({ changed }) => changed),
    counted(({ unsure }) => unsure),
    ...lengths(({ aligned }) => aligned),
    ...lengths(({ placed }) => placed),
    ...errorRates(rows),
    cpu.length > 0 ? median(cpu).toFixed(0) : '',
  ]
}

/** Of all characters, and of the median page. */
function errorRates(rows: readonly Row[]): string[] {
  if (rows.some(({ wrong }) => wrong === null)) return ['', '']
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`
  const [wrong, characters] = [mean(rows.map((row) => row.wrong!)), mean(rows.map((row) => row.characters))]
  return [percent(wrong / characters), percent(median(rows.map((row) => row.wrong! / row.characters)))]
}
