/**
 * What refining the sides gains and loses, picture by picture: `npm run score:refine [-- FOLDER…] [--quads
 * FILE.json] [--count N]`. It starts from the corners in the file, relative to the upright picture, by
 * picture name, as `npm run score -- --quads` writes them; without a file, from the true corners, each moved
 * by half a percent of the diagonal.
 */
import { quadIou } from '@equerre/geometry/quad'
import { quadInPixels, quadToRelative, type PreviewPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import { createRandom } from '@equerre/testkit/pictures/random'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openCodec } from '@equerre/vision-worker/src/adapters/codec.ts'
import { snapSides } from '@equerre/vision-worker/src/core/detect/sides/snap-sides.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import { median } from '@equerre/vision-worker/src/core/pixels.ts'
import { generateSamples, samplesFrom, scoredFrom, type Sample } from './pictures.ts'
import { columns, mean, meanOverSources } from './table.ts'

type Start = RelativeQuad | { readonly corners: RelativeQuad }
type Row = {
  readonly name: string
  readonly source: string
  readonly start: number
  readonly refined: number
  readonly verdicts: string
  readonly cpuMs: number
}

/** Largest loss accepted on a picture, and smallest gain that counts. */
const notableIou = 0.005
const roughness = 0.005

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quads: { type: 'string' }, count: { type: 'string', default: '32' } },
})
const samples = await samplesFrom(positionals, () => generateSamples(Number(values.count), scoredFrom))
const starts = values.quads && (JSON.parse(readFileSync(values.quads, 'utf8')) as Record<string, Start>)
const codec = openCodec({ pixelsMax: 100_000_000 })
const rows: Row[] = []
for (const [i, sample] of samples.filter(({ kind }) => kind === 'document').entries()) {
  const row = await refined(sample, i)
  if (row) rows.push(row)
}
report(rows.toSorted((a, b) => a.refined - a.start - (b.refined - b.start)))

async function refined({ name, source, load }: Sample, seed: number): Promise<Row | null> {
  const { bytes, truths } = await load()
  const [truth] = truths
  const given = starts ? starts[name] : truth && moved(truth, seed)
  if (!truth || !given) return null
  const picture = await codec.decodeWhole(await codec.encodePreview(bytes, previewLongSide))
  const start = quadInPixels<PreviewPoint>('corners' in given ? given.corners : given, picture)
  const before = process.cpuUsage()
  const { quad, verdicts } = snapSides(picture, start)
  const { user, system } = process.cpuUsage(before)
  return {
    name,
    source,
    start: quadIou(quadToRelative(start, picture), truth),
    refined: quadIou(quadToRelative(quad, picture), truth),
    verdicts: verdicts.join(', '),
    cpuMs: (user + system) / 1_000,
  }
}

/** Moves each corner by half a percent of a square's diagonal, in its own direction. */
function moved(truth: RelativeQuad, seed: number): RelativeQuad {
  const random = createRandom(seed)
  return truth.map(([x, y]) => {
    const angle = random.between(0, 2 * Math.PI)
    const off = roughness * Math.SQRT2
    return [x + off * Math.cos(angle), y + off * Math.sin(angle)] as const
  }) as unknown as RelativeQuad
}

function report(sorted: readonly Row[]): void {
  const lines = sorted.map(({ name, start, refined: end, verdicts, cpuMs }) => [
    name,
    start.toFixed(3),
    end.toFixed(3),
    (end - start >= 0 ? '+' : '') + (end - start).toFixed(4),
    cpuMs.toFixed(0),
    verdicts,
  ])
  console.log(columns(['picture', 'start', 'refined', 'gain', 'CPU ms', 'top, right, bottom, left'], lines))
  const counted = (of: (row: Row) => boolean) => `${sorted.filter(of).length} of ${sorted.length}`
  const both = (of: (pick: 'start' | 'refined') => string) => [of('start'), of('refined')]
  const totals = [
    ['mean IoU', ...both((pick) => mean(sorted.map((row) => row[pick])).toFixed(4))],
    ['mean over sources', ...both((pick) => meanOverSources(sorted, (row) => row[pick]).toFixed(4))],
    ['IoU ≥ 0.95', ...both((pick) => counted((row) => row[pick] >= 0.95))],
    ['IoU ≥ 0.98', ...both((pick) => counted((row) => row[pick] >= 0.98))],
    [`gained more than ${notableIou}`, '', counted((row) => row.refined > row.start + notableIou)],
    [`lost more than ${notableIou}`, '', counted((row) => row.refined < row.start - notableIou)],
    ['CPU ms, median', '', median(sorted.map(({ cpuMs }) => cpuMs)).toFixed(0)],
  ]
  console.log(`\n${columns(['total', 'start', 'refined'], totals)}`)
}
