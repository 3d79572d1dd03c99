import { expect, it } from 'vitest'
import { wordsOf } from './words.ts'

const line = [...'le  chat'].map((sign, index) => ({
  sign,
  at: (index + 0.5) / 8,
  chance: index === 4 ? 0.5 : 1,
}))

it('parts a line at its spaces', () => {
  expect(wordsOf(line).map(({ text }) => text)).toEqual(['le', 'chat'])
})

it('places each word between its spaces, a little wider than its characters', () => {
  const [first, second] = wordsOf(line)
  expect(first!.from).toBeCloseTo(0)
  expect(first!.to).toBeCloseTo((1.5 + 2 / 3) / 8)
  expect(second!.from).toBeCloseTo((4.5 - 2 / 3) / 8)
  expect(second!.to).toBeCloseTo(1)
})

it('reaches no further into a wide gap than a character’s width', () => {
  const apart = ['a', 'b', ' ', 'c'].map((sign, index) => ({
    sign,
    at: [0.1, 0.2, 0.6, 0.9][index]!,
    chance: 1,
  }))
  expect(wordsOf(apart)[0]!.to).toBeCloseTo(0.2 + 1.5 * 0.15)
})

it('is as sure of a word as of its characters on average', () => {
  expect(wordsOf(line)[1]!.confidence).toBeCloseTo(0.875)
})

it('finds no word in nothing', () => {
  expect(wordsOf([])).toEqual([])
  expect(wordsOf([{ sign: ' ', at: 0.5, chance: 1 }])).toEqual([])
})
