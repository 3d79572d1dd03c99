/** One way to encode a picture: at a share of its size, in a WebP quality. */
export type Attempt = { readonly scale: number; readonly quality: number }

/** Weight: bytes relative to the first attempt for a page of text; noise shrinks faster. Quality goes first: text needs its pixels. */
const attempts: readonly (Attempt & { readonly weight: number })[] = [
  { scale: 1, quality: 75, weight: 1 },
  { scale: 1, quality: 55, weight: 0.85 },
  { scale: 1, quality: 35, weight: 0.7 },
  { scale: 0.8, quality: 35, weight: 0.5 },
  { scale: 0.6, quality: 35, weight: 0.3 },
  { scale: 0.4, quality: 35, weight: 0.15 },
  { scale: 0.2, quality: 35, weight: 0.04 },
]

export const firstAttempt: Attempt = attempts[0]!

/**
 * The next attempt for a picture that came out too large: the best one that should fit, so that half the pictures take one
 * encoding and hardly any take three.
 * @param tried the last attempt, with `excess` its bytes relative to the limit; above 1
 * @returns null after the last one
 */
export function nextAttempt(tried: Attempt, excess: number): Attempt | null {
  const at = attempts.findIndex(({ scale, quality }) => scale === tried.scale && quality === tried.quality)
  const fitting = attempts[at]!.weight / excess
  const left = attempts.slice(at + 1)
  return left.find(({ weight }) => weight <= fitting) ?? left.at(-1) ?? null
}
