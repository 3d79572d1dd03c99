/** What the recogniser says of one line: for each of its steps from left to right, the chance of every character. */
export type Steps = { readonly steps: number; readonly classes: number; readonly chances: Float32Array }

/** A character of a line; `at` is where it stands along the line, 0 to 1. */
export type Character = { readonly sign: string; readonly at: number; readonly chance: number }

/** The class that stands for no character. */
const blank = 0

/**
 * The likeliest character of each step, with repetitions merged and blanks dropped: A. Graves et al., Connectionist Temporal
 * Classification (2006), best path.
 * @param alphabet the characters by class, from class 1
 */
export function transcribe({ steps, classes, chances }: Steps, alphabet: readonly string[]): Character[] {
  const characters: { sign: string; first: number; last: number; chance: number }[] = []
  let before = blank
  for (let step = 0; step < steps; step++) {
    const best = likeliest(chances, step * classes, classes)
    const chance = chances[step * classes + best]!
    const current = characters.at(-1)
    if (best !== blank && best === before)
      Object.assign(current!, { last: step, chance: Math.max(chance, current!.chance) })
    else if (best !== blank) characters.push({ sign: alphabet[best - 1]!, first: step, last: step, chance })
    before = best
  }
  return characters.map(({ sign, first, last, chance }) => ({
    sign,
    chance,
    at: (first + last + 1) / 2 / steps,
  }))
}

function likeliest(values: Float32Array, from: number, count: number): number {
  let best = from
  for (let at = from + 1; at < from + count; at++) if (values[at]! > values[best]!) best = at
  return best - from
}
