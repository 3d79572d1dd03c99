/**
 * How surely the worker tells which way up a page reads: `npm run score:upright [-- FOLDER…] [--count N]`.
 * Every page is cut out at its true corners and shown in all four orientations. The corners of an annotated
 * document start at the top left of its text; for a flat scan that is not annotated, so its outcome is only
 * reported. Without a folder, pages of text are generated and photographed.
 */
import { quadFromCorners, quadTurned, type Quad } from '@equerre/geometry/quad'
import { quadInPixels, type PreviewPoint, type PreviewQuad } from '@equerre/geometry/spaces'
import { photographDocument } from '@equerre/testkit/pictures'
import { writtenPdf } from '@equerre/testkit/pictures/written-pages'
import { parseArgs } from 'node:util'
import { openCodec } from '@equerre/vision-worker/src/adapters/codec.ts'
import { openPdf } from '@equerre/vision-worker/src/adapters/pdf.ts'
import { readTextFiles } from '@equerre/vision-worker/src/adapters/text-models.ts'
import { loadUprightModel } from '@equerre/vision-worker/src/adapters/upright-model.ts'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import type { QuarterTurns } from '@equerre/vision-worker/src/core/detect/upright/turns.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import { median, type RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { readTurns } from '@equerre/vision-worker/src/flow/turn-upright.ts'
import { withTextNetworks } from '@equerre/vision-worker/src/flow/with-text-networks.ts'
import { samplesFrom, scoredFrom, type Sample } from './pictures.ts'
import { columns, mean, meanOverSources } from './table.ts'

/** Shares over the four orientations, and what becomes of the picture as it was taken. */
type Row = {
  readonly name: string
  readonly source: string
  readonly right: number
  readonly abstained: number
  readonly wrong: number
  readonly asTaken: string
  readonly cpuMs: number
}

/** Annotations of pages that show no text, or whose top the annotator could not tell. */
const unreadable = ['blank', 'orientation-unknown']
const four = [0, 1, 2, 3] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '40' } },
})
const codec = openCodec({ pixelsMax: 100_000_000 })
const model = await loadUprightModel()
if (!model) throw new Error('models/upright-finder.onnx is absent')
const files = await readTextFiles()
const { warp } = chooseWarp()
/** As in the worker, which opens the networks that read for each photo anew. */
const turnsOn = (image: RgbImage, quad: PreviewQuad) =>
  withTextNetworks(
    async () => files,
    (networks) => readTurns(image, quad, { model, networks, warp }),
  )
const samples = await samplesFrom(positionals, () => writtenSamples(Number(values.count)))
const rows: Row[] = []
const withoutTop: string[][] = []
for (const sample of samples.filter(({ kind }) => kind !== 'negative')) {
  const { bytes, truths } = await sample.load()
  const image = await codec.decodeWhole(await codec.encodePreview(bytes, previewLongSide))
  const quad = quadInPixels<PreviewPoint>(truths[0]!, image)
  if (sample.kind === 'document' && !sample.tags.some((tag) => unreadable.includes(tag)))
    rows.push(await rowOf(sample, image, quad))
  else withoutTop.push([sample.name, inWords(await turnsOn(image, quadFromCorners(quad)))])
}
report()

async function rowOf({ name, source }: Sample, image: RgbImage, quad: PreviewQuad): Promise<Row> {
  const shares = { right: 0, abstained: 0, wrong: 0 }
  const before = process.cpuUsage()
  for (const turned of four) {
    const read = await turnsOn(image, turnedClockwise(quad, turned))
    shares[read === null ? 'abstained' : read === turned ? 'right' : 'wrong'] += 1 / four.length
  }
  const { user, system } = process.cpuUsage(before)
  const taken = quadFromCorners(quad)
  const truth = four.find((turned) => quadTurned(taken, turned)[0] === quad[0])!
  const read = await turnsOn(image, taken)
  const asTaken = `${truth === 0 ? 'upright' : 'turned'}, ${read === null ? 'left' : read === truth ? 'right' : 'wrong'}`
  return { name, source, ...shares, asTaken, cpuMs: (user + system) / 1_000 / four.length }
}

/** The corners of a page as if the photographer had turned it clockwise. */
function turnedClockwise<Corners extends Quad>(quad: Corners, turned: QuarterTurns): Corners {
  return quadTurned(quad, (4 - turned) % 4)
}

function inWords(turned: QuarterTurns | null): string {
  if (turned === null) return 'left as it lies, unsure'
  return turned === 0 ? 'left as it lies' : `turned by ${360 - turned * 90}°`
}

function report(): void {
  const share = (value: number) => `${(value * 100).toFixed(1)} %`
  const odd = rows.filter(({ right }) => right < 1)
  const line = ({ name, right, abstained, wrong, asTaken }: Row) => [
    name,
    share(right),
    share(abstained),
    share(wrong),
    asTaken,
  ]
  if (odd.length > 0)
    console.log(`${columns(['page', 'right', 'abstained', 'wrong', 'as taken'], odd.map(line))}\n`)
  if (withoutTop.length > 0) console.log(`${columns(['without a known top', 'becomes'], withoutTop)}\n`)
  const total = (pick: 'right' | 'abstained' | 'wrong') => rows.reduce((sum, row) => sum + row[pick], 0)
  const ofTaken = (lying: 'upright' | 'turned', becomes: 'right' | 'wrong') => {
    const those = rows.filter(({ asTaken }) => asTaken.startsWith(lying))
    return `${those.filter(({ asTaken }) => asTaken.endsWith(becomes)).length} of ${those.length}`
  }
  const cpu = rows.map(({ cpuMs }) => cpuMs)
  const answered = total('right') + total('wrong')
  const lines = [
    ['text pages, each in four orientations', String(rows.length)],
    ['right of those answered', share(total('right') / answered)],
    ['answered', share(answered / rows.length)],
    ['  mean over sources', share(meanOverSources(rows, ({ right, wrong }) => right + wrong))],
    ['wrong', share(total('wrong') / rows.length)],
    ['as taken, lying turned: turned upright', ofTaken('turned', 'right')],
    ['as taken, lying turned: turned wrongly', ofTaken('turned', 'wrong')],
    ['as taken, upright: turned wrongly', ofTaken('upright', 'wrong')],
    ['CPU ms a page, median', median(cpu).toFixed(0)],
    ['  mean: those in doubt are read', mean(cpu).toFixed(0)],
  ]
  console.log(columns(['upright', 'ours'], lines))
}

function writtenSamples(count: number): Sample[] {
  return Array.from({ length: count }, (_, i): Sample => {
    const seed = scoredFrom + i
    const load = async () => {
      const drawing = { kind: 'digital', size: { width: 1240, height: 1754 } } as const
      const { width, height, rgba } = (await openPdf(await writtenPdf(seed))).draw(1, drawing)
      const sheet = { width, height, data: withoutAlpha(rgba) }
      const picture = await photographDocument({ seed, sheet, coverage: 0.3 + (0.5 * (i % 6)) / 5 })
      const corners = picture.corners!.map(([x, y]) => [x / picture.width, y / picture.height])
      return { bytes: picture.jpeg, truths: [corners as unknown as Quad] }
    }
    return { name: `written-${i}`, source: 'testkit', kind: 'document', tags: [], load }
  })
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: (rgba.length / 4) * 3 }, (_, i) => rgba[Math.floor(i / 3) * 4 + (i % 3)]!)
}
