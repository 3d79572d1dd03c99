/** One way to write a picture: at a share of its size, in a WebP quality. */
export type Attempt = { readonly scale: number; readonly quality: number }

/** What a page of text still weighs of the first attempt; noise falls faster. Quality goes first: text wants its pixels. */
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
 * The next attempt for a picture that came out too large: the best one that should fit, so that one picture in two costs one
 * encoding and hardly any costs three.
 * @param tried the last attempt, and how many times the bytes that are allowed it took; above 1
 * @returns null after the last
 */
export function nextAttempt(tried: Attempt, excess: number): Attempt | null {
  const at = attempts.findIndex(({ scale, quality }) => scale === tried.scale && quality === tried.quality)
  const fitting = attempts[at]!.weight / excess
  const left = attempts.slice(at + 1)
  return left.find(({ weight }) => weight <= fitting) ?? left.at(-1) ?? null
}
