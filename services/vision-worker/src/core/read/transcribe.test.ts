import { expect, it } from 'vitest'
import { transcribe } from './transcribe.ts'

const alphabet = ['a', 'b', ' ']

/** One likely class for each step. */
function stepsOf(classes: readonly number[], chance = 0.9) {
  const count = alphabet.length + 1
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
