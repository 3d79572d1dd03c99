import type { Trees } from '@equerre/vision-worker/src/core/detect/judge/trees.ts'

/** One candidate: its features in the order of `names`, how right it is from 0 to 1, and its weight. */
export type Example = { readonly row: Float32Array; readonly target: number; readonly weight: number }

type FitOptions = { readonly rounds: number; readonly depth: number; readonly rate: number }

/** Per feature, each example's bin and the values that separate the bins. */
type Binned = { readonly bins: readonly Uint8Array[]; readonly limits: readonly (readonly number[])[] }
type Split = { readonly feature: number; readonly bin: number }

const binsMax = 64
/** Keeps leaves with few examples near 0: it counts as much as all guesses for four pictures of a document, or more. */
const leafWeight = 20

/**
 * Gradient boosting of the logistic loss with oblivious trees: every level of a tree uses the one split that
 * helps most over all its leaves (after T. Chen and C. Guestrin, XGBoost, 2016, and the trees of CatBoost).
 * Deterministic.
 */
export function fitTrees(names: readonly string[], examples: readonly Example[], options: FitOptions): Trees {
  const limits = names.map((_, i) => binLimits(examples, i))
  const bins = limits.map((own, i) => Uint8Array.from(examples, ({ row }) => binOf(own, row[i]!)))
  const start = logit(mean(examples))
  const scores = new Float64Array(examples.length).fill(start)
  const trees: Trees['trees'][number][] = []
  for (let round = 0; round < options.rounds; round++) {
    const slopes = slopesOf(examples, scores)
    const { splits, leaves } = growTree({ bins, limits }, slopes, options.depth)
    const feature = splits.map((split) => split.feature)
    const above = splits.map(({ feature: i, bin }) => limits[i]![bin]!)
    const leaf = leafValues(leaves, slopes, options)
    for (let i = 0; i < scores.length; i++) scores[i]! += leaf[leaves[i]!]!
    trees.push({ feature, above: above.map(short), leaf: leaf.map(short) })
  }
  return { features: names, start: short(start), trees }
}

type Slopes = { readonly gradient: Float64Array; readonly bend: Float64Array }

function slopesOf(examples: readonly Example[], scores: Float64Array): Slopes {
  const gradient = new Float64Array(scores.length)
  const bend = new Float64Array(scores.length)
  examples.forEach(({ target, weight }, i) => {
    const p = 1 / (1 + Math.exp(-scores[i]!))
    gradient[i] = weight * (target - p)
    bend[i] = weight * Math.max(1e-4, p * (1 - p))
  })
  return { gradient, bend }
}

function growTree(binned: Binned, slopes: Slopes, depth: number) {
  const leaves = new Uint16Array(slopes.gradient.length)
  const splits: Split[] = []
  for (let level = 0; level < depth; level++) {
    const split = bestSplit(binned, slopes, { leaves, count: 1 << level })
    splits.push(split)
    const column = binned.bins[split.feature]!
    for (let i = 0; i < leaves.length; i++) leaves[i] = leaves[i]! * 2 + (column[i]! > split.bin ? 1 : 0)
  }
  return { splits, leaves }
}

type Level = { readonly leaves: Uint16Array; readonly count: number }

function bestSplit({ bins, limits }: Binned, slopes: Slopes, level: Level): Split {
  let best = { feature: 0, bin: 0, gain: -1 }
  bins.forEach((column, feature) => {
    const gains = gainsOf(column, slopes, level)
    for (let bin = 0; bin < limits[feature]!.length; bin++) {
      if (gains[bin]! > best.gain) best = { feature, bin, gain: gains[bin]! }
    }
  })
  return best
}

/** For every bin: the gain of splitting all leaves above it. */
function gainsOf(column: Uint8Array, { gradient, bend }: Slopes, { leaves, count }: Level): Float64Array {
  const sums = new Float64Array(count * binsMax)
  const bends = new Float64Array(count * binsMax)
  for (let i = 0; i < column.length; i++) {
    const at = leaves[i]! * binsMax + column[i]!
    sums[at]! += gradient[i]!
    bends[at]! += bend[i]!
  }
  const gains = new Float64Array(binsMax - 1)
  for (let leaf = 0; leaf < count; leaf++) {
    const whole = { sum: 0, bend: 0 }
    for (let at = leaf * binsMax; at < (leaf + 1) * binsMax; at++) {
      whole.sum += sums[at]!
      whole.bend += bends[at]!
    }
    let sum = 0
    let curve = 0
    for (let bin = 0; bin < binsMax - 1; bin++) {
      sum += sums[leaf * binsMax + bin]!
      curve += bends[leaf * binsMax + bin]!
      gains[bin]! += worth(sum, curve) + worth(whole.sum - sum, whole.bend - curve)
    }
  }
  return gains
}

function worth(sum: number, bend: number): number {
  return (sum * sum) / (bend + leafWeight)
}

function leafValues(leaves: Uint16Array, { gradient, bend }: Slopes, { depth, rate }: FitOptions): number[] {
  const sums = new Float64Array(1 << depth)
  const bends = new Float64Array(1 << depth)
  leaves.forEach((leaf, i) => {
    sums[leaf]! += gradient[i]!
    bends[leaf]! += bend[i]!
  })
  return Array.from(sums, (sum, leaf) => (rate * sum) / (bends[leaf]! + leafWeight))
}

/** Limits between bins of about equally many examples. */
function binLimits(examples: readonly Example[], feature: number): number[] {
  const sorted = Float32Array.from(examples, ({ row }) => row[feature]!).sort()
  const quantiles = Array.from({ length: binsMax - 1 }, (_, i) =>
    short(sorted[Math.floor(((i + 1) * (sorted.length - 1)) / binsMax)]!),
  )
  return [...new Set(quantiles)]
}

function binOf(limits: readonly number[], value: number): number {
  let bin = 0
  while (bin < limits.length && value > limits[bin]!) bin++
  return bin
}

function mean(examples: readonly Example[]): number {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  return examples.reduce((sum, { target, weight }) => sum + target * weight, 0) / total
}

function logit(p: number): number {
  return Math.log(p / (1 - p))
}

/** Four digits are enough, and keep the file small. */
function short(value: number): number {
  return Number(value.toPrecision(4))
}
