/**
 * How flat pages come out: `npm run score:flat [-- FOLDER…] [--count N] [--read] [--debug DIR]`. Without a folder, letters,
 * invoices and receipts are drawn, bent in every way that the testkit knows (none of which anything was trained on),
 * photographed, and found at their true corners, a few pixels off. A place's error is how far it lies from where it should
 * on the flat page, in millimetres of paper; `--read` has the pages read, and counts wrong characters. Of a folder, it is
 * told which photographs would be changed; `--debug` writes these before and after.
 */
import type { Corners } from '@equerre/contract/detourage'
import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, quadSideLengths, type Quad } from '@equerre/geometry/quad'
import { quadInPixels, quadToRelative, type PhotoPoint, type Size } from '@equerre/geometry/spaces'
import { bendKinds, photographBent, type BendKind } from '@equerre/testkit/pictures/bent'
import type { BentPhoto } from '@equerre/testkit/pictures/bent-paper'
import { paperworkKinds, writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { createRandom } from '@equerre/testkit/pictures/random'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { openStopwatch } from '@equerre/vision-worker/src/adapters/stopwatch.ts'
import { loadTextModels } from '@equerre/vision-worker/src/adapters/text-models.ts'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import type { Shape } from '@equerre/vision-worker/src/core/flatten/flatten.ts'
import { latticeOf } from '@equerre/vision-worker/src/core/flatten/lattice.ts'
import { seenAt, type Sheet } from '@equerre/vision-worker/src/core/flatten/sheet.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import { median, type RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { plainText } from '@equerre/vision-worker/src/core/read/page-text.ts'
import { readText } from '@equerre/vision-worker/src/flow/read-text.ts'
import { seeShape } from '@equerre/vision-worker/src/flow/see-shape.ts'
import { drawPaperwork } from '@equerre/vision-worker/test/paperwork-page.ts'
import { openTools, shotPage } from './look.ts'
import { comparable, editDistance } from './paperwork.ts'
import { readSamples, scoredFrom } from './pictures.ts'
import { columns } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '6' },
    first: { type: 'string', default: String(scoredFrom) },
    read: { type: 'boolean', default: false },
    debug: { type: 'string' },
  },
})
/** A scanner's resolution, at which pages are drawn, and the photographs' size. */
const drawnDpi = 200
const frame = { width: 1800, height: 2400 }
/** Corners are found a thousandth of the picture's diagonal off. */
const cornerPx = 3

const places = Array.from({ length: 21 }, (_, i) => i / 20)

const tools = { warp: chooseWarp().warp, timed: openStopwatch().timed }
const models = values.read ? await loadTextModels() : null
if (values.debug) await mkdir(values.debug, { recursive: true })
await (positionals.length > 0 ? scoreFolders() : scoreGenerated())

/** What came of one page: errors in millimetres before and after, wrong characters before and after. */
type Row = {
  readonly flattened: boolean
  readonly curved: boolean
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly wrong: readonly [before: number, after: number]
  readonly characters: number
  readonly cpuMs: number
}

async function scoreGenerated(): Promise<void> {
  const table: string[][] = []
  for (const bend of bendKinds) {
    const rows: Row[] = []
    for (let i = 0; i < Number(values.count); i++) rows.push(await rowOf(bend, Number(values.first) + i))
    table.push(figures(bend, rows))
  }
  const head = ['bend', 'pages', 'flattened', 'unsure', 'mm', 'flat', 'p95', 'flat', 'CER', 'flat', 'CPU ms']
  console.log(columns(head, table))
}

async function rowOf(bend: BendKind, seed: number): Promise<Row> {
  const random = createRandom(seed)
  const work = await writePaperwork(paperworkKinds[seed % paperworkKinds.length]!, seed)
  const background = random.pick(['plain', 'wood', 'fabric', 'marble', 'tiles'] as const)
  const shot = photographBent(await drawPaperwork(work, drawnDpi), { seed, bend, background, ...frame })
  const quad = shot.corners.map(([x, y]) => [
    x + random.between(-cornerPx, cornerPx),
    y + random.between(-cornerPx, cornerPx),
  ]) as unknown as Quad<PhotoPoint>
  const preview = await reduced(shot.photo)
  const before = process.cpuUsage()
  const corners = quadToRelative(quad, frame) as unknown as Corners
  const shape = await seeShape(
    { pageInfo: { kind: 'photo', focal: shot.focal } },
    { preview: { image: preview }, zone: { corners } },
    tools,
  )
  const { user, system } = process.cpuUsage(before)
  const pages = [null, shape.sheet].map((sheet) => straightened(shot.photo, { quad, work, sheet }))
  if (values.debug) await writePair(`${bend}-${seed}`, pages)
  const wrong = values.read ? await Promise.all(pages.map((page) => wrongCharacters(page, work))) : [0, 0]
  return {
    ...verdictOf(shape),
    before: errors(shot, { quad, work, sheet: null }),
    after: errors(shot, { quad, work, sheet: shape.sheet }),
    wrong: [wrong[0]!, wrong[1]!],
    characters: comparable(work.lines.join('\n')).length,
    cpuMs: (user + system) / 1_000,
  }
}

function verdictOf({ bend, sheet }: Shape) {
  return { flattened: sheet !== null, curved: bend > 0 && sheet === null }
}

async function reduced({ width, height, data }: RgbImage): Promise<RgbImage> {
  const made = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: previewLongSide, height: previewLongSide, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: made.info.width, height: made.info.height, data: new Uint8Array(made.data) }
}

type Cut = { readonly quad: Quad; readonly work: Paperwork; readonly sheet: Sheet | null }

function straightened(photo: RgbImage, { quad, work: { widthMm, heightMm }, sheet }: Cut): RgbImage {
  const [top, right] = quadSideLengths(quad)
  const scale = Math.max(top / widthMm, right / heightMm)
  const size: Size = { width: Math.round(widthMm * scale), height: Math.round(heightMm * scale) }
  const lattice = sheet ? latticeOf(sheet, size) : undefined
  return tools.warp(photo, homographyBetween(frameQuad(size), quad), { ...size, lattice })
}

/** Millimetres between where places of the page are drawn and where they should be. */
function errors({ seen }: BentPhoto, { quad, work: { widthMm, heightMm }, sheet }: Cut): number[] {
  const toPage = homographyBetween(quad, frameQuad({ width: widthMm, height: heightMm }))
  return places.flatMap((v) =>
    places.map((u) => {
      const [x, y] = homographyApply(toPage, seen([u, v]))
      const [shownX, shownY] = sheet ? seenAt(sheet, [u, v]) : [u, v]
      const [byX, byY] = sheet ? [sheet.width, sheet.height] : [1, 1]
      return Math.hypot(x - (shownX / byX) * widthMm, y - (shownY / byY) * heightMm)
    }),
  )
}

async function wrongCharacters(page: RgbImage, work: Paperwork): Promise<number> {
  if (!models) throw new Error('nothing here reads text')
  const text = plainText(await readText(page, { models, warp: tools.warp }))
  return editDistance(comparable(work.lines.join('\n')), comparable(text))
}

function figures(bend: BendKind, rows: readonly Row[]): string[] {
  const share = (of: (row: Row) => boolean) => String(rows.filter(of).length)
  const millimetres = (values: readonly number[], at?: number) =>
    (at === undefined
      ? values.reduce((sum, value) => sum + value, 0) / values.length
      : values.toSorted((a, b) => a - b)[Math.floor(at * (values.length - 1))]!
    ).toFixed(2)
  const characters = rows.reduce((sum, row) => sum + row.characters, 0)
  const wrong = (which: 0 | 1) =>
    values.read
      ? `${((100 * rows.reduce((sum, row) => sum + row.wrong[which], 0)) / characters).toFixed(2)} %`
      : '—'
  const [before, after] = [rows.flatMap((row) => row.before), rows.flatMap((row) => row.after)]
  return [
    bend,
    String(rows.length),
    share((row) => row.flattened),
    share((row) => row.curved),
    millimetres(before),
    millimetres(after),
    millimetres(before, 0.95),
    millimetres(after, 0.95),
    wrong(0),
    wrong(1),
    median(rows.map(({ cpuMs }) => cpuMs)).toFixed(0),
  ]
}

/** Which photographs of the folders would be changed, at their annotated corners. */
async function scoreFolders(): Promise<void> {
  const { codec } = await openTools()
  const samples = (await Promise.all(positionals.map(readSamples))).flat()
  const table: string[][] = []
  const cpuMs: number[] = []
  for (const { name, source, kind, load } of samples) {
    if (kind !== 'document') continue
    const { bytes, truths } = await load()
    const pageInfo = await shotPage(bytes, codec)
    const preview = await codec.decodeWhole(await codec.encodePreview(bytes, previewLongSide))
    for (const [i, truth] of truths.entries()) {
      const before = process.cpuUsage()
      const zone = { corners: truth as unknown as Corners }
      const shape = await seeShape({ pageInfo }, { preview: { image: preview }, zone }, tools)
      const { user, system } = process.cpuUsage(before)
      cpuMs.push((user + system) / 1_000)
      if (shape.bend === 0) continue
      table.push([name, source, shape.sheet ? 'flattened' : 'unsure', shape.bend.toFixed(3)])
      if (values.debug) await writeFolderPair(`${name}-${i}`, { preview, truth, shape })
    }
  }
  console.log(columns(['photograph', 'source', 'verdict', 'bend'], table))
  console.log(`CPU ms, median ${median(cpuMs).toFixed(0)} of ${cpuMs.length}`)
}

type Pair = {
  readonly preview: RgbImage
  readonly truth: Parameters<typeof quadInPixels>[0]
  readonly shape: Shape
}

function writeFolderPair(name: string, { preview, truth, shape: { sheet } }: Pair): Promise<void> {
  const quad = quadInPixels<PhotoPoint>(truth, preview)
  const [top, right, bottom, left] = quadSideLengths(quad)
  const work = { widthMm: (top + bottom) / 2, heightMm: (left + right) / 2 } as Paperwork
  return writePair(
    name,
    [null, sheet].map((each) => straightened(preview, { quad, work, sheet: each })),
  )
}

/** The page before and after, side by side. */
async function writePair(name: string, [before, after]: readonly RgbImage[]): Promise<void> {
  const height = 900
  const pictures = await Promise.all(
    [before!, after!].map(({ data, ...size }) =>
      sharp(data, { raw: { ...size, channels: 3 } })
        .resize({ height })
        .png()
        .toBuffer(),
    ),
  )
  const width = Math.ceil((before!.width * height) / before!.height)
  await sharp({ create: { width: 2 * width + 8, height, channels: 3, background: '#888' } })
    .composite(pictures.map((input, i) => ({ input, left: i * (width + 8), top: 0 })))
    .png()
    .toFile(join(values.debug!, `${name}.png`))
}
