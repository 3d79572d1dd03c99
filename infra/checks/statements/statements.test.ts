import { expect, test } from 'vitest'
import { compare, compareAll, numbersIn } from './statements.ts'

test('reads the numbers in titles, and nowhere else', () => {
  const source = [
    "test('A-01 G02b: opens', async () => {})",
    'it.each([1])(`C-10: holds %i`, (n) => {})',
    '// H-01 is a comment',
    "expect('P-01')",
  ].join('\n')
  expect(numbersIn(source)).toEqual(['A-01', 'G02b', 'C-10'])
})

test('a statement needs a test or a reason, but not both', () => {
  const { untested, faults } = compare(
    { 'A-01': '', 'A-02': '', 'A-03': '' },
    { 'A-02': 'why', 'A-03': 'why' },
    new Set(['A-03', 'A-09']),
  )
  expect(untested).toEqual(['A-01', 'A-02'])
  expect(faults.map((fault) => fault.slice(0, 4))).toEqual(['A-01', 'A-03', 'A-09'])
})

test('every numbered statement of the product is named by a test or has a reason why not', () => {
  const { files, faults } = compareAll()
  expect(files).toBeGreaterThan(50)
  expect(faults).toEqual([])
})
