/**
 * Fits the detector's ranking on generated pictures, none of which a test uses, and writes it into the
 * worker's source. Usage: `npm run fit-ranking [-- FOLDER…] [--count N] [--tables N] [--leave-out]`: so many
 * pictures and tables without a document that the repository draws, and those of folders in the format that
 * `npm run score` reads (`python -m training.generate` makes them). The same pictures give the same ranking.
 *
 * `--leave-out` writes nothing, and says of each of these families what trees do that have seen other pictures of it,
 * and what trees do that have seen none.
 */
import { quadIou } from '@equerre/geometry/quad'
import { quadToRelative, type RelativeQuad } from '@equerre/geometry/spaces'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { rankCandidates, workLongSide } from '@equerre/vision-worker/src/core/detect/find.ts'
import type { Features } from '@equerre/vision-worker/src/core/detect/measure/features.ts'
import { confidenceAt, type Calibration } from '@equerre/vision-worker/src/core/detect/judge/confidence.ts'
import { inOrder } from '@equerre/vision-worker/src/core/detect/judge/in-order.ts'
import type { NetworkLook } from '@equerre/vision-worker/src/core/detect/network/look.ts'
import { createScene } from '@equerre/vision-worker/src/core/detect/scene.ts'
import { scoreOf, type Trees } from '@equerre/vision-worker/src/core/detect/judge/trees.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import { lookForCorners } from '@equerre/vision-worker/src/flow/look-for-corners.ts'
import { fitIsotonic, type Observation } from './calibration.ts'
import { fitTrees, type Example } from './trees.ts'
import { openTools } from '../score/look.ts'
import {
  generateSamples,
  generateTables,
  readSamples,
  type PictureKind,
  type Sample,
} from '../score/pictures.ts'
import { mean } from '../score/table.ts'

type Guess = { readonly features: Features; readonly sighted: boolean; readonly iou: number }
/** The guesses for one picture, made with or without the network. */
type Look = { readonly kind: PictureKind; readonly guesses: readonly Guess[] }
/** One picture of a family, with the network, without it, or both. */
type Looked = { readonly family: string; readonly looks: readonly Look[] }

const firstSeed = 1_000_000
const firstTable = 2_000_000
const rightIou = 0.95
/** From this IoU on, moving a zone's corners is easier than drawing it. */
const usefulIou = 0.8
/** A guess counts as completely wrong up to the first IoU and as completely right from the second on. */
const worthless = 0.9
const flawless = 0.98
const options = { rounds: 360, depth: 6, rate: 0.1 }
const folds = 4
/** What is cropped off a flat scan is lost for good; a photograph left whole can still be cropped. */
const weights: Record<PictureKind, number> = { document: 20, negative: 20, flat: 40 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '240' },
    tables: { type: 'string', default: '150' },
    'leave-out': { type: 'boolean', default: false },
  },
})
const { codec, operators, model: network } = await openTools()
const families = new Map<string, readonly Sample[]>([
  ['drawn', generateSamples(Number(values.count), firstSeed)],
  ['tables', generateTables(Number(values.tables), firstTable)],
])
for (const folder of new Set(positionals)) families.set(folder, await readSamples(folder))
const total = [...families.values()].flat().length
const pictures: Looked[] = []
for (const [family, samples] of families) {
  for (const [i, sample] of samples.entries()) {
    // The worker also runs without the network's file, so the trees see some pictures both ways.
    pictures.push({ family, looks: await looksAt(sample, i % 3 === 0) })
    if (pictures.length % 50 === 0) console.log(`${pictures.length} of ${total} pictures`)
  }
}
const names = [
  ...new Set(
    pictures.flatMap(({ looks }) =>
      looks.flatMap(({ guesses }) => guesses.flatMap(({ features }) => Object.keys(features))),
    ),
  ),
]
const observed = crossValidated((_, i) => i % folds)
if (values['leave-out']) compareFamilies(crossValidated(({ family }) => family))
else await writeModel()

async function writeModel(): Promise<void> {
  const calibration = fitIsotonic(observed)
  const model = { ...fit(pictures), calibration }
  const target = fileURLToPath(
    new URL('../../../services/vision-worker/src/core/detect/judge/ranking-model.json', import.meta.url),
  )
  await writeFile(target, `${JSON.stringify(model)}\n`)
  report(target, calibration)
}

async function looksAt({ kind, load }: Sample, alsoWithout: boolean): Promise<Look[]> {
  const { bytes, truths } = await load()
  const preview = await codec.encodePreview(bytes, previewLongSide)
  const image = await codec.decodeSmall(preview, workLongSide)
  const lookWith = (look: NetworkLook | null): Look => {
    const { ranked } = rankCandidates(createScene(image, { operators, debug: null, look }))
    const guesses = ranked.map(({ quad, features, sighted }) => {
      const relative: RelativeQuad = quadToRelative(quad, image)
      return { features, sighted, iou: Math.max(0, ...truths.map((truth) => quadIou(relative, truth))) }
    })
    return { kind, guesses }
  }
  const asked = lookWith(network && (await lookForCorners(image, network)))
  return network && alsoWithout ? [asked, lookWith(null)] : [asked]
}

function fit(some: readonly Looked[]): Trees {
  const examples = some
    .flatMap(({ looks }) => looks)
    .flatMap(({ kind, guesses }) => guesses.map((guess) => exampleOf(guess, weights[kind] / guesses.length)))
  return fitTrees(names, examples, options)
}

/** Every look has the same weight for its kind, however many guesses it contains. */
function exampleOf({ features, iou }: Guess, weight: number): Example {
  const target = Math.min(1, Math.max(0, (iou - worthless) / (flawless - worthless)))
  return { row: Float32Array.from(names, (name) => features[name] ?? 0), target, weight }
}

type Outcome = Observation & {
  readonly family: string
  readonly kind: PictureKind
  readonly wholeFrame: boolean
  readonly iou: number
}

/** For each look, the score and rightness of its best guess, from trees that have not seen its part. */
function crossValidated(partOf: (picture: Looked, index: number) => number | string): Outcome[] {
  const parts = Map.groupBy(pictures, partOf)
  return [...parts.values()].flatMap((part) => {
    const kept = new Set(part)
    const trees = fit(pictures.filter((picture) => !kept.has(picture)))
    return part.flatMap(({ family, looks }) => looks.map((look) => ({ family, ...outcomeOf(trees, look) })))
  })
}

function outcomeOf(trees: Trees, { kind, guesses }: Look): Omit<Outcome, 'family'> {
  const judged = guesses.map(({ features, sighted, iou }) => ({
    score: scoreOf(trees, features),
    wholeFrame: features['wholeFrame'] === 1,
    sighted,
    iou,
  }))
  const { score, wholeFrame, iou } = inOrder(judged)[0]!
  return { score, right: iou >= rightIou, kind, wholeFrame, iou }
}

/**
 * Prints, of each family's documents, how good the best guess is of trees that have seen other pictures of the family
 * and of trees that have seen none; and of all its pictures, how far the latter are believed and how often rightly.
 */
function compareFamilies(unseen: readonly Outcome[]): void {
  for (const family of families.keys()) {
    const documents = [observed, unseen].map((all) =>
      all.filter((one) => one.family === family && one.kind === 'document'),
    )
    if (documents[0]!.length === 0) continue
    const right = documents.map((some) => some.filter((one) => one.right).length).join(' → ')
    const ious = documents.map((some) => mean(some.map(({ iou }) => iou)).toFixed(3)).join(' → ')
    console.log(`${family}: of ${documents[0]!.length} looks at documents ${right} right, mean IoU ${ious}`)
    const knots = fitIsotonic(unseen.filter((one) => one.family !== family))
    const own = unseen.filter((one) => one.family === family)
    // As of whole frames: without the shift for photographs, since these are none.
    const believed = mean(own.map(({ score }) => confidenceAt(score, true, knots))).toFixed(2)
    const share = (own.filter((one) => one.right).length / own.length).toFixed(2)
    console.log(`  of all, those believed ${believed}, those right ${share}`)
  }
}

/** Prints what each threshold of `decide.ts` would cost, on pictures that the trees have not seen. */
function report(target: string, calibration: Calibration): void {
  const judged = observed.map((one) => ({
    ...one,
    confidence: confidenceAt(one.score, one.wholeFrame, calibration),
  }))
  const right = judged.filter((one) => one.right)
  console.log(
    `wrote ${target}: ${observed.length} looks at ${pictures.length} pictures, best guess right in ${right.length}`,
  )
  for (const trust of [0.5, 0.6, 0.7, 0.8, 0.9]) {
    const silent = judged.filter(({ confidence, iou }) => iou < worthless && confidence >= trust).length
    const needless = right.filter(({ confidence }) => confidence < trust).length
    console.log(`trusted from ${trust}: ${silent} silent errors, ${needless} needless reviews`)
  }
  const zones = judged.filter(({ wholeFrame }) => !wholeFrame)
  for (const floor of [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]) {
    const hidden = zones.filter(({ confidence, iou }) => iou >= usefulIou && confidence < floor).length
    const shown = zones.filter(({ confidence, iou }) => iou < usefulIou && confidence >= floor).length
    console.log(
      `found from ${floor}: ${hidden} useful zones hidden, counted twice, and ${shown} useless ones shown: ${2 * hidden + shown}`,
    )
  }
}
