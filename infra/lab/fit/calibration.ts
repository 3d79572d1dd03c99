import type { Calibration } from '@equerre/vision-worker/src/core/detect/judge/confidence.ts'

/** A score, and whether the guess that got it was right. */
export type Observation = { readonly score: number; readonly right: boolean }

type Block = { readonly count: number; readonly score: number; readonly right: number }

/** Smallest block: with fewer observations, its calibration would be chance. */
const blockMin = 30

/**
 * How often each score is right, never decreasing with the score: isotonic regression by pooling adjacent
 * violators (M. Ayer et al., 1955; for classifiers B. Zadrozny and C. Elkan, 2002). One right and one wrong
 * answer are added to each block, so that none is certain.
 */
export function fitIsotonic(observed: readonly Observation[]): Calibration {
  const sorted = observed.toSorted((a, b) => a.score - b.score)
  const count = Math.max(1, Math.floor(sorted.length / blockMin))
  const blocks: Block[] = []
  for (let i = 0; i < count; i++) {
    const start = Math.floor((i * sorted.length) / count)
    let block = blockOf(sorted.slice(start, Math.floor(((i + 1) * sorted.length) / count)))
    while (blocks.length > 0 && share(blocks.at(-1)!) >= share(block)) block = pooled(blocks.pop()!, block)
    blocks.push(block)
  }
  return blocks.map((block) => [
    rounded(block.score / block.count),
    rounded(Math.log(share(block) / (1 - share(block)))),
  ])
}

function blockOf(part: readonly Observation[]): Block {
  return {
    count: part.length,
    score: part.reduce((sum, { score }) => sum + score, 0),
    right: part.filter(({ right }) => right).length,
  }
}

function pooled(a: Block, b: Block): Block {
  return { count: a.count + b.count, score: a.score + b.score, right: a.right + b.right }
}

function share({ count, right }: Block): number {
  return (right + 1) / (count + 2)
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
