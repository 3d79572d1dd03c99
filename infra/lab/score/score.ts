/**
 * Scores the worker's detection on annotated photographs, beside scanic's classical detector on the same
 * pictures; several folders are scored together. Usage: `npm run score [-- FOLDER…] [--count N] [--only TEXT] [--classical] [--debug DIR] [--quads
 * FILE.json]`. Without a folder it generates pictures; `--classical` leaves the network out. `--debug` writes
 * an overlay per picture, numbered from the worst, and a folder of its stages; `--quads` writes every
 * answer's corners, relative to the upright picture.
 */
import { quadArea, quadIou } from '@equerre/geometry/quad'
import { quadToRelative, type RelativeQuad } from '@equerre/geometry/spaces'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawFinding, legend, look, openTools, writeStages, type Look } from './look.ts'
import { findWithScanic } from './peer.ts'
import { generateSamples, samplesFrom, scoredFrom, type Loaded, type Sample } from './pictures.ts'
import {
  bySort,
  bySource,
  calibrationShift,
  columns,
  perPicture,
  reliability,
  summarise,
  type Row,
} from './table.ts'

type Scored = { readonly row: Row; readonly corners: RelativeQuad; readonly overlay: Buffer | null }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '48' },
    only: { type: 'string', default: '' },
    classical: { type: 'boolean', default: false },
    debug: { type: 'string' },
    quads: { type: 'string' },
  },
})
const samples = await samplesFrom(positionals, () => generateSamples(Number(values.count), scoredFrom))
const opened = await openTools()
const tools = values.classical ? { ...opened, model: null } : opened
const sourceNames: string[] = []
const scored: Scored[] = []
for (const sample of samples.filter(({ name }) => name.includes(values.only))) {
  scored.push(await score(sample))
  if (process.stderr.isTTY) process.stderr.write(`\r${scored.length} of ${samples.length}`)
}
report(scored.map(({ row }) => row))
if (values.debug) await writeOverlays(values.debug)
if (values.quads) await writeQuads(values.quads)

async function score(sample: Sample): Promise<Scored> {
  const { bytes, truths } = await sample.load()
  const seen = await look(bytes, tools, values.debug !== undefined)
  const peer = await peerOf(seen)
  const row = rowOf(sample, { seen, truths, peer })
  const corners = seen.finding.answer.corners as RelativeQuad
  return {
    row,
    corners,
    overlay: values.debug ? await overlayOf(seen, truths, join(values.debug, sample.name)) : null,
  }
}

async function peerOf({ image }: Look) {
  const before = process.cpuUsage()
  const quad = await findWithScanic(image)
  const { user, system } = process.cpuUsage(before)
  return { quad, cpuMs: (user + system) / 1_000 }
}

type Outcome = Pick<Loaded, 'truths'> & {
  readonly seen: Look
  readonly peer: Awaited<ReturnType<typeof peerOf>>
}

function rowOf({ name, source, kind, tags }: Sample, { seen, truths, peer }: Outcome): Row {
  const { answer, ranked } = seen.finding
  // If there are several documents, any will do: which one is the main one is a matter of taste.
  const iou = (quad: RelativeQuad | null) =>
    quad ? Math.max(0, ...truths.map((truth) => quadIou(quad, truth))) : 0
  const quads = ranked.map(({ quad }) => quadToRelative(quad, seen.image))
  const corners = answer.corners as RelativeQuad
  return {
    name,
    source,
    kind,
    tags,
    status: answer.status,
    confidence: answer.confidence,
    iou: answer.status === 'NOT_FOUND' && kind === 'document' ? 0 : iou(corners),
    iouRanked: iou(quads[0]!),
    iouProposed: Math.max(...quads.map(iou)),
    origin: ranked[0]!.sources.join('+'),
    kept: quadArea(corners),
    cpuMs: seen.cpuMs,
    peerIou: iou(peer.quad),
    peerKept: peer.quad ? quadArea(peer.quad) : 0,
    peerCpuMs: peer.cpuMs,
  }
}

function report(rows: readonly Row[]): void {
  const head = ['picture', 'kind', 'status', 'confidence', 'IoU', 'proposed', 'scanic', 'source', 'CPU ms']
  console.log(columns(head, perPicture(rows)))
  console.log(`\n${columns(['source', 'pictures', 'mean IoU', 'smallest', 'scanic'], bySource(rows))}`)
  console.log(`\n${columns(['sort', 'pictures', 'mean IoU', 'smallest', '≥ 0.95', 'scanic'], bySort(rows))}`)
  console.log(`\n${columns(['confidence', 'pictures', 'mean', 'right'], reliability(rows))}`)
  const { all, least, most } = calibrationShift(rows.filter(({ origin }) => origin !== 'frame'))
  console.log(
    `zones: true on average with a logit of ${all.toFixed(2)} more (${least.toFixed(2)} to ${most.toFixed(2)} without one source)`,
  )
  console.log(`\n${columns(['total', 'ours', 'scanic'], summarise(rows))}`)
  console.log('scanic is its classical detector: no package registry has the weights of its network')
}

async function overlayOf(seen: Look, truths: readonly RelativeQuad[], stages: string): Promise<Buffer> {
  for (const source of seen.finding.ranked.flatMap(({ sources }) => sources)) {
    if (!sourceNames.includes(source)) sourceNames.push(source)
  }
  await writeStages(seen, stages, tools)
  const drawn = drawFinding(seen, { truths, names: sourceNames })
  return tools.codec.encodeJpeg(drawn, { quality: 85 })
}

async function writeOverlays(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const worstFirst = scored.toSorted((a, b) => a.row.iou - b.row.iou)
  for (const [i, { row, overlay }] of worstFirst.entries()) {
    await writeFile(join(dir, `${String(i + 1).padStart(3, '0')}-${row.name}.jpg`), overlay!)
  }
  console.log(`\noverlays in ${dir}: ${legend(sourceNames)}; answer thick blue, truth dashed white`)
}

function writeQuads(file: string): Promise<void> {
  const quads = scored.map(({ row: { name, status, confidence }, corners }) => [
    name,
    { status, confidence, corners },
  ])
  return writeFile(file, JSON.stringify(Object.fromEntries(quads), null, 1))
}
