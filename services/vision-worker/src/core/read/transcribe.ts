import { accented } from './french.ts'

/** What the recogniser says of one line: for each of its steps from left to right, the chance of every character. */
export type Steps = { readonly steps: number; readonly classes: number; readonly chances: Float32Array }

/** A character of a line; `at` is where it stands along the line, 0 to 1. */
export type Character = { readonly sign: string; readonly at: number; readonly chance: number }

/** The characters that a recogniser knows. */
export type Alphabet = {
  /** By class, from class 1. */
  readonly signs: readonly string[]
  /** For a letter's class, those of the same letter with a French accent. */
  readonly accents: ReadonlyMap<number, readonly number[]>
}

/** The class that stands for no character. */
const blank = 0
/** A letter has an accent from this share of the chance of the letter without it: of 44,000 drawn letters none was given one wrongly. */
const accentShareMin = 0.05

export function createAlphabet(signs: readonly string[]): Alphabet {
  const classOf = (sign: string) => signs.indexOf(sign) + 1
  const accents = Object.entries(accented).map(
    ([letter, others]) => [classOf(letter), [...others].map(classOf).filter((one) => one !== blank)] as const,
  )
  return { signs, accents: new Map(accents) }
}

/**
 * The likeliest character of each step, with repetitions merged and blanks dropped: A. Graves et al., Connectionist Temporal
 * Classification (2006), best path.
 */
export function transcribe(line: Steps, alphabet: Alphabet): Character[] {
  return runsOf(line).map((run) => characterOf(run, line, alphabet))
}

/** Steps, the last one included, that are likeliest to show one character. */
type Run = { readonly best: number; readonly first: number; last: number }

function runsOf({ steps, classes, chances }: Steps): Run[] {
  const runs: Run[] = []
  let before = blank
  for (let step = 0; step < steps; step++) {
    const best = likeliest(chances, step * classes, classes)
    if (best !== blank && best === before) runs.at(-1)!.last = step
    else if (best !== blank) runs.push({ best, first: step, last: step })
    before = best
  }
  return runs
}

function characterOf(
  { best, first, last }: Run,
  { steps, classes, chances }: Steps,
  { signs, accents }: Alphabet,
): Character {
  const chanceOf = (one: number) => {
    let most = 0
    for (let step = first; step <= last; step++) most = Math.max(most, chances[step * classes + one]!)
    return most
  }
  const chance = chanceOf(best)
  const [rival] = (accents.get(best) ?? []).toSorted((a, b) => chanceOf(b) - chanceOf(a))
  const isAccented = rival !== undefined && chanceOf(rival) >= accentShareMin * chance
  return { sign: signs[(isAccented ? rival : best) - 1]!, chance, at: (first + last + 1) / 2 / steps }
}

function likeliest(values: Float32Array, from: number, count: number): number {
  let best = from
  for (let at = from + 1; at < from + count; at++) if (values[at]! > values[best]!) best = at
  return best - from
}
