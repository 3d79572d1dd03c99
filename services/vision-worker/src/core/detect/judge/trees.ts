/**
 * Oblivious boosted trees: all nodes of a level ask the same question, so the answers are the bits of the leaf's index,
 * the first question the highest.
 */
export type Trees = {
  readonly features: readonly string[]
  readonly start: number
  readonly trees: readonly Tree[]
}

type Tree = {
  /** Indices into `features`. */
  readonly feature: readonly number[]
  /** The answer is 1 where the feature exceeds this. */
  readonly above: readonly number[]
  readonly leaf: readonly number[]
}

/** The sum over all trees for one set of features; a missing feature counts as 0. */
export function scoreOf({ features, start, trees }: Trees, values: Readonly<Record<string, number>>): number {
  const row = features.map((name) => values[name] ?? 0)
  return trees.reduce((sum, tree) => sum + tree.leaf[leafOf(tree, row)]!, start)
}

/** Index of the leaf that a row of features falls into. */
function leafOf({ feature, above }: Pick<Tree, 'feature' | 'above'>, row: ArrayLike<number>): number {
  let leaf = 0
  for (let level = 0; level < feature.length; level++) {
    leaf = leaf * 2 + (row[feature[level]!]! > above[level]! ? 1 : 0)
  }
  return leaf
}
