/** What the order of a picture's candidates depends on. */
type Ranked = { readonly score: number; readonly wholeFrame: boolean; readonly sighted: boolean }

/**
 * Added to the score of what the network takes for the document before all else. The trees weigh edges by what these are
 * worth on the pictures that they were fitted on; of pictures of another kind they know no more than it (decision 93).
 */
const sightedBonus = 1

/** Best first. The bonus orders zones only: whether there is one at all, the scores alone say. */
export function inOrder<T extends Ranked>(candidates: readonly T[]): T[] {
  const byScore = candidates.toSorted((a, b) => b.score - a.score)
  if (byScore[0]?.wholeFrame) return byScore
  const worth = ({ score, sighted }: T) => score + (sighted ? sightedBonus : 0)
  return byScore.toSorted((a, b) => worth(b) - worth(a))
}
