/**
 * What each part of detection contributes: the best quad of the classical sources alone, of the network alone
 * and of all together, each before and after its sides are refined; several folders are taken together. Usage:
 * `npm run score:ablation [-- FOLDER…] [--count N]`.
 */
import { quadIou } from '@equerre/geometry/quad'
import {
  quadInPixels,
  quadToRelative,
  type PreviewPoint,
  type RelativeQuad,
  type WorkQuad,
} from '@equerre/geometry/spaces'
import { parseArgs } from 'node:util'
import { rankCandidates, workLongSide } from '@equerre/vision-worker/src/core/detect/find.ts'
import type { NetworkLook } from '@equerre/vision-worker/src/core/detect/network/look.ts'
import { createScene } from '@equerre/vision-worker/src/core/detect/scene.ts'
import { snapSides } from '@equerre/vision-worker/src/core/detect/sides/snap-sides.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import type { RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { lookForCorners } from '@equerre/vision-worker/src/flow/look-for-corners.ts'
import { openTools, shotPage } from './look.ts'
import { generateSamples, samplesFrom, scoredFrom, type Sample } from './pictures.ts'
import { columns, mean, meanOverSources } from './table.ts'

/** The IoU with the truth on one picture: of the quad as found, and with its sides refined. */
type Outcome = {
  readonly name: string
  readonly source: string
  readonly found: number
  readonly refined: number
}

const ways = ['classical alone', 'network alone', 'both'] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '32' } },
})
const samples = await samplesFrom(positionals, () => generateSamples(Number(values.count), scoredFrom))
const { codec, operators, model } = await openTools()
const outcomes: Record<(typeof ways)[number], Outcome[]> = {
  'classical alone': [],
  'network alone': [],
  both: [],
}
for (const sample of samples.filter(({ kind }) => kind === 'document')) await compare(sample)
report()

async function compare({ name, source, load }: Sample): Promise<void> {
  const { bytes, truths } = await load()
  const preview = await codec.encodePreview(bytes, previewLongSide)
  const image = await codec.decodeSmall(preview, workLongSide)
  const whole = await codec.decodeWhole(preview)
  const { focal } = await shotPage(bytes, codec)
  const bestOf = (look: NetworkLook | null) =>
    rankCandidates(createScene(image, { operators, debug: null, focal, look })).ranked[0]!
  const look = model && (await lookForCorners(image, model))
  const sighting = look && (look.closer ?? look.sightings[0])
  const found = { 'classical alone': bestOf(null), 'network alone': sighting, both: bestOf(look) }
  for (const way of ways) {
    const best = found[way]
    const quads = best ? beforeAndAfter(best, image, whole) : []
    const [before = 0, after = 0] = quads.map((quad) =>
      Math.max(...truths.map((truth) => quadIou(quad, truth))),
    )
    outcomes[way].push({ name, source, found: before, refined: after })
  }
}

function beforeAndAfter(
  { quad, wholeFrame }: { readonly quad: WorkQuad; readonly wholeFrame?: boolean },
  image: RgbImage,
  preview: RgbImage,
): [RelativeQuad, RelativeQuad] {
  const found = quadToRelative(quad, image)
  if (wholeFrame) return [found, found]
  const { quad: refined } = snapSides(preview, quadInPixels<PreviewPoint>(found, preview))
  return [found, quadToRelative(refined, preview)]
}

function report(): void {
  const lines = ways.flatMap((way) => [
    [way, ...figures(outcomes[way], ({ found }) => found), ''],
    [`${way}, refined`, ...figures(outcomes[way], ({ refined }) => refined), largestLoss(outcomes[way])],
  ])
  console.log(
    columns(['quad', 'mean IoU', 'over sources', '≥ 0.95', '≥ 0.98', '< 0.90', 'largest loss'], lines),
  )
}

function figures(some: readonly Outcome[], of: (outcome: Outcome) => number): string[] {
  const count = (holds: (iou: number) => boolean) =>
    `${some.filter((one) => holds(of(one))).length} of ${some.length}`
  return [
    mean(some.map(of)).toFixed(4),
    meanOverSources(some, of).toFixed(4),
    count((iou) => iou >= 0.95),
    count((iou) => iou >= 0.98),
    count((iou) => iou < 0.9),
  ]
}

function largestLoss(some: readonly Outcome[]): string {
  const worst = some.toSorted((a, b) => a.refined - a.found - (b.refined - b.found))[0]
  return worst ? `${Math.max(0, worst.found - worst.refined).toFixed(4)} ${worst.name}` : ''
}
