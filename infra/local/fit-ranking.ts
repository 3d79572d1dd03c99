/**
 * Fits the detector's ranking on generated pictures, none of which a test uses, and writes the weights into the
 * worker's source. Same seeds, same weights. Usage: `npm run fit-ranking [-- COUNT]`.
 */
import { quadIou, type Quad } from '@equerre/geometry/quad'
import { photographDocument, photographNothing, scanFlat, type Picture } from '@equerre/testkit/pictures'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { openCodec } from '../../services/vision-worker/src/adapters/codec.ts'
import { loadOpenCv } from '../../services/vision-worker/src/adapters/opencv.ts'
import { featureNames, type FeatureName } from '../../services/vision-worker/src/core/detect/features.ts'
import { workLongSide } from '../../services/vision-worker/src/core/detect/find.ts'
import { judgeCandidates } from '../../services/vision-worker/src/core/detect/rank.ts'
import { createScene } from '../../services/vision-worker/src/core/detect/sources.ts'

type Example = { readonly features: readonly number[]; readonly right: boolean; readonly weight: number }

const firstSeed = 1_000_000
const rightIou = 0.95
const rounds = 6_000
const learningRate = 0.3
/** Keeps weights from growing without end where the pictures are parted perfectly. */
const decay = 2e-4

const upright = { width: 720, height: 960 }
const lying = { width: 960, height: 720 }
const codec = openCodec({ pixelsMax: 100_000_000 })
const { operators } = await loadOpenCv()
const pictures = Number(process.argv[2] ?? 280)
const examples: Example[] = []
for (let i = 0; i < pictures; i++) {
  examples.push(...(await examplesOf(await picture(firstSeed + i))))
  if (i % 20 === 19) console.log(`${i + 1}/${pictures} pictures, ${examples.length} candidates`)
}
const { bias, weights } = fit(examples)
const target = new URL('../../services/vision-worker/src/core/detect/ranking-weights.ts', import.meta.url)
await writeFile(target, await source())
console.log(`wrote ${fileURLToPath(target)}`, { bias, weights })

function picture(seed: number): Promise<Picture> {
  const table = { ...(seed % 3 === 0 ? upright : lying), underlays: seed % 4 }
  if (seed % 8 === 0) return scanFlat({ seed, longSide: 960 })
  if (seed % 8 === 1) return photographNothing({ seed, ...table })
  const coverage = 0.05 + 0.85 * ((seed % 97) / 97)
  return photographDocument({ seed, coverage, ...table })
}

async function examplesOf({ jpeg, width, corners }: Picture): Promise<Example[]> {
  const image = await codec.decodeSmall(jpeg, workLongSide)
  const scale = image.width / width
  const truth = corners?.map(([x, y]) => [x * scale, y * scale]) as Quad | undefined
  const judged = judgeCandidates(createScene(image, operators, null))
  return judged.map(({ quad, features }) => ({
    features: featureNames.map((name) => features[name]),
    right: truth !== undefined && quadIou(quad, truth) >= rightIou,
    // Every picture counts the same, however many guesses it drew.
    weight: 1 / judged.length,
  }))
}

/** Logistic regression by gradient descent, projected onto weights that are not negative. */
function fit(all: readonly Example[]): { bias: number; weights: Record<FeatureName, number> } {
  const theta = new Float64Array(featureNames.length + 1)
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  for (let round = 0; round < rounds; round++) {
    const gradient = gradientOf(all, theta)
    theta.forEach((value, i) => {
      const next = value - learningRate * (gradient[i]! / total + (i === 0 ? 0 : decay * value))
      theta[i] = i === 0 || featureNames[i - 1] === 'quad' ? next : Math.max(0, next)
    })
  }
  const rounded = Array.from(theta, (value) => Math.round(value * 1_000) / 1_000)
  const weights = Object.fromEntries(featureNames.map((name, i) => [name, rounded[i + 1]!])) as Record<
    FeatureName,
    number
  >
  return { bias: rounded[0]!, weights }
}

function gradientOf(all: readonly Example[], theta: Float64Array): Float64Array {
  const gradient = new Float64Array(theta.length)
  for (const { features, right, weight } of all) {
    const score = features.reduce((sum, value, i) => sum + value * theta[i + 1]!, theta[0]!)
    const error = weight * (1 / (1 + Math.exp(-score)) - (right ? 1 : 0))
    gradient[0]! += error
    features.forEach((value, i) => (gradient[i + 1]! += error * value))
  }
  return gradient
}

function source(): Promise<string> {
  const text = `import type { FeatureName } from './features.ts'

/** Fitted on ${pictures} generated pictures by \`npm run fit-ranking\`; not to be edited by hand. */
export const ranking: { readonly bias: number; readonly weights: Readonly<Record<FeatureName, number>> } = ${JSON.stringify({ bias, weights })}
`
  return format(text, { parser: 'typescript', semi: false, singleQuote: true, printWidth: 110 })
}
