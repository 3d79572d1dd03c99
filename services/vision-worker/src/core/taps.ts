/** The pixels along a line that make up one pixel of a picture of another size. */
export type Taps = { readonly first: number; readonly weights: readonly number[] }

/** Where a picture becomes smaller: pixels weighted by how much of each lies between two positions. */
export function tapsCovering(from: number, to: number): Taps {
  const first = Math.floor(from + 1e-9)
  const last = Math.ceil(to - 1e-9)
  const shares = Array.from(
    { length: last - first },
    (_, i) => Math.min(first + i + 1, to) - Math.max(first + i, from),
  )
  return { first, weights: shares.map((share) => share / (to - from)) }
}

/** Where it grows: the two pixels around a position between their centres; beyond the ends, the last one. */
export function tapsAround(place: number, lowest: number, highest: number): Taps {
  const at = Math.min(Math.max(place, lowest), highest)
  const first = Math.min(Math.floor(at), Math.max(highest - 1, lowest))
  return first === highest ? { first, weights: [1] } : { first, weights: [1 - (at - first), at - first] }
}
