/**
 * Fits the detector's ranking on generated pictures, none of which a test uses, and writes it into the worker's source.
 * Usage: `npm run fit-ranking [-- FOLDER…] [--count N]`: N pictures that the repository draws, and those of folders in
 * the form that `npm run score` reads (`python -m training.generate` makes them). Same pictures, same ranking.
 */
import { quadIou } from '@equerre/geometry/quad'
import { quadToRelative, type RelativeQuad } from '@equerre/geometry/spaces'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { workLongSide } from '../../services/vision-worker/src/core/detect/find.ts'
import type { Features } from '../../services/vision-worker/src/core/detect/features.ts'
import { judgeCandidates } from '../../services/vision-worker/src/core/detect/rank.ts'
import { createScene } from '../../services/vision-worker/src/core/detect/scene.ts'
import { scoreOf, type Trees } from '../../services/vision-worker/src/core/detect/trees.ts'
import { previewLongSide } from '../../services/vision-worker/src/core/ingest/preview.ts'
import { lookForCorners } from '../../services/vision-worker/src/flow/look-for-corners.ts'
import { fitLogistic, fitTrees, type Example, type Observation } from './fit-trees.ts'
import { openTools } from './score-look.ts'
import { generateSamples, readSamples, type Sample } from './score-pictures.ts'

type Guess = { readonly features: Features; readonly iou: number }
/** The guesses of one picture. */
type Guesses = readonly Guess[]

const firstSeed = 1_000_000
const rightIou = 0.95
/** A guess counts as wholly wrong up to the first IoU and as wholly right from the second on. */
const worthless = 0.8
const flawless = 0.97
const options = { rounds: 120, depth: 4, rate: 0.1 }
const folds = 4

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '240' } },
})
const { codec, operators, model: network } = await openTools()
const samples = [
  ...generateSamples(Number(values.count), firstSeed),
  ...(await Promise.all(positionals.map(readSamples))).flat(),
]
const pictures: Guesses[] = []
for (const sample of samples) {
  // The worker does without the network's file too, so the trees learn from both.
  pictures.push(await guessesOf(sample, pictures.length % 4 !== 0))
  if (pictures.length % 50 === 0) console.log(`${pictures.length} of ${samples.length} pictures`)
}
const names = [...new Set(pictures.flat().flatMap(({ features }) => Object.keys(features)))]
const observed = crossValidated()
const { slope, offset } = fitLogistic(observed)
const model = scaled(fit(pictures), slope, offset)
const target = fileURLToPath(
  new URL('../../services/vision-worker/src/core/detect/ranking-model.json', import.meta.url),
)
await writeFile(target, `${JSON.stringify(model)}\n`)
report()

async function guessesOf(sample: Sample, ask: boolean): Promise<Guesses> {
  const { bytes, truths } = await sample.load()
  const preview = await codec.encodePreview(bytes, previewLongSide)
  const image = await codec.decodeSmall(preview, workLongSide)
  const look = ask && network ? await lookForCorners(image, network) : null
  const judged = judgeCandidates(createScene(image, { operators, debug: null, look }))
  return judged.map(({ quad, features }) => {
    const relative: RelativeQuad = quadToRelative(quad, image)
    return { features, iou: Math.max(0, ...truths.map((truth) => quadIou(relative, truth))) }
  })
}

function fit(some: readonly Guesses[]): Trees {
  return fitTrees(
    names,
    some.flatMap((guesses) => guesses.map((guess) => exampleOf(guess, guesses.length))),
    options,
  )
}

/** Every picture counts the same, however many guesses it drew. */
function exampleOf({ features, iou }: Guess, count: number): Example {
  const target = Math.min(1, Math.max(0, (iou - worthless) / (flawless - worthless)))
  return { row: Float32Array.from(names, (name) => features[name] ?? 0), target, weight: 20 / count }
}

/** For each picture the score and rightness of its best guess, by trees that have not seen the picture. */
function crossValidated(): (Observation & { readonly iou: number })[] {
  return Array.from({ length: folds }, (_, fold) => {
    const trees = fit(pictures.filter((_, i) => i % folds !== fold))
    return pictures.filter((_, i) => i % folds === fold).map((guesses) => {
      const scores = guesses.map(({ features }) => scoreOf(trees, features))
      const best = scores.indexOf(Math.max(...scores))
      const { iou } = guesses[best]!
      return { score: scores[best]!, right: iou >= rightIou, iou }
    }) // prettier-ignore
  }).flat()
}

/** So that the logistic of the sum over all trees is the probability itself. */
function scaled({ features, start, trees }: Trees, by: number, plus: number): Trees {
  return {
    features,
    start: short(start * by + plus),
    trees: trees.map((tree) => ({ ...tree, leaf: tree.leaf.map((value) => short(value * by)) })),
  }
}

function short(value: number): number {
  return Number(value.toPrecision(4))
}

/** What each threshold of trust would cost, on pictures that the trees have not seen. */
function report(): void {
  const judged = observed.map(({ score, right, iou }) => ({
    confidence: 1 / (1 + Math.exp(-(score * slope + offset))),
    right,
    wrong: iou < 0.9,
  }))
  const right = judged.filter((one) => one.right)
  console.log(`wrote ${target}: ${pictures.length} pictures, best guess right on ${right.length}`)
  for (const trust of [0.5, 0.6, 0.7, 0.8, 0.9]) {
    const silent = judged.filter(({ confidence, wrong }) => wrong && confidence >= trust).length
    const needless = right.filter(({ confidence }) => confidence < trust).length
    console.log(`trusted from ${trust}: ${silent} silent errors, ${needless} needless reviews`)
  }
}
