import { boxQuad } from '@equerre/geometry/quad'
import { expect, it } from 'vitest'
import { pageText, plainText, wordsOnLine, type Word } from './page-text.ts'

function piece(text: string, left: number, top: number): Word[] {
  const characters = [...text].map((sign, index) => ({ sign, at: (index + 0.5) / text.length, chance: 1 }))
  return wordsOnLine(boxQuad({ left, top, right: left + 10 * text.length, bottom: top + 20 }), characters)
}

it('makes one line of the pieces of a row', () => {
  const [block] = pageText([piece('12,50 €', 300, 1), piece('pain bis', 0, 0)])
  expect(block!.lines.map(({ text }) => text)).toEqual(['pain bis 12,50 €'])
  expect(block!.lines[0]!.corners).toEqual([
    [0, 0],
    [370, 1],
    [370, 21],
    [0, 20],
  ])
})

it('places each word', () => {
  const [block] = pageText([piece('pain bis', 0, 0)])
  const [, word] = block!.lines[0]!.words
  expect(word!.text).toBe('bis')
  expect(word!.corners[0]![0]).toBeCloseTo(55 - (2 / 3) * 10)
  expect(word!.corners[1]![0]).toBeCloseTo(80)
})

it('is nothing for a page without text, or with a line that says nothing', () => {
  expect(pageText([])).toEqual([])
  expect(pageText([[]])).toEqual([])
})

it('has an empty line between blocks as plain text', () => {
  expect(plainText(pageText([piece('un', 0, 0), piece('deux', 0, 90)]))).toBe('un\n\ndeux')
})
