import { expect, it } from 'vitest'
import { createAlphabet, transcribe } from './transcribe.ts'

const alphabet = createAlphabet(['a', 'b', ' ', 'â', 'ä'])

/** One likely class for each step. */
function stepsOf(classes: readonly number[], chance = 0.9) {
  const count = alphabet.signs.length + 1
  const chances = new Float32Array(classes.length * count)
  classes.forEach((one, step) => (chances[step * count + one] = chance))
  return { steps: classes.length, classes: count, chances }
}

it('merges repetitions, drops blanks and keeps a doubled letter', () => {
  const read = transcribe(stepsOf([0, 1, 1, 0, 1, 2, 3, 2]), alphabet)
  expect(read.map(({ sign }) => sign).join('')).toBe('aab b')
})

it('says where along the line a character stands', () => {
  const [first, second] = transcribe(stepsOf([0, 1, 1, 0, 2, 0, 0, 0]), alphabet)
  expect(first!.at).toBeCloseTo(2 / 8)
  expect(second!.at).toBeCloseTo(4.5 / 8)
})

it('reads nothing from blanks', () => {
  expect(transcribe(stepsOf([0, 0, 0]), alphabet)).toEqual([])
})

it('gives a letter the French accent that it may have, and no other', () => {
  const line = stepsOf([0, 1, 1, 0])
  line.chances.set([0.1], 2 * line.classes + 4)
  expect(transcribe(line, alphabet).map(({ sign }) => sign)).toEqual(['â'])
  const other = stepsOf([1, 0, 1])
  other.chances.set([0.1], 5)
  other.chances.set([0.04], 2 * other.classes + 4)
  expect(transcribe(other, alphabet).map(({ sign }) => sign)).toEqual(['a', 'a'])
})
