type Pair = [x: number, y: number]

/** Points written as in an SVG: `0,0 4,0 4,3`. */
export function pointsAt(text: string): Pair[] {
  return text.split(' ').map((point) => point.split(',').map(Number) as Pair)
}

/** Two points in the same notation. */
export function lineAt(text: string): [Pair, Pair] {
  return pointsAt(text) as [Pair, Pair]
}

/** Four points in the same notation. */
export function quadAt(text: string): [Pair, Pair, Pair, Pair] {
  return pointsAt(text) as [Pair, Pair, Pair, Pair]
}
