/**
 * The best of each group of similar items.
 * @param ranked best first
 * @param most how many to keep at most
 */
export function pickDistinct<T>(
  ranked: readonly T[],
  most: number,
  areAlike: (one: T, other: T) => boolean,
): T[] {
  const kept: T[] = []
  for (const one of ranked) {
    if (kept.length === most) break
    if (!kept.some((other) => areAlike(other, one))) kept.push(one)
  }
  return kept
}
