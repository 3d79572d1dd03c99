import { expect, it } from 'vitest'
import { loadTesseract, wordsInTable } from './tesseract.ts'

it('reads the words of each line out of the table', () => {
  const table = [
    '1 1 0 0 0 0 0 0 90 60 -1 ',
    '4 1 1 1 1 0 5 6 40 9 -1 ',
    '5 1 1 1 1 1 5 6 15 8 96.5 cœur',
    '5 1 1 1 1 2 25 6 20 9 40 de',
    '4 1 1 1 2 0 5 20 40 9 -1 ',
    '5 1 1 1 2 1 5 20 40 9 95  ',
  ].map((row) => row.replaceAll(' ', '\t'))
  const [first, second] = wordsInTable(table.join('\n'))
  expect(first!.map(({ text }) => text)).toEqual(['cœur', 'de'])
  expect(first![0]).toMatchObject({
    confidence: 0.965,
    corners: [
      [5, 6],
      [20, 6],
      [20, 14],
      [5, 14],
    ],
  })
  expect(second).toEqual([])
})

it('reads nothing on a blank page, one after the other', async () => {
  const tesseract = (await loadTesseract())!
  const blank = { width: 300, height: 400, data: new Uint8Array(300 * 400 * 3).fill(255) }
  expect(tesseract.readPage(blank).flat()).toEqual([])
  expect(tesseract.readPage(blank).flat()).toEqual([])
})
