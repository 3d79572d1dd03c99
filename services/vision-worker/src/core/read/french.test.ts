import { expect, it } from 'vitest'
import { mended } from './french.ts'

it.each([
  ['EUFS', 'ŒUFS'],
  ['CEUVRE', 'ŒUVRE'],
  ['MAIN-D’EUVRE', 'MAIN-D’ŒUVRE'],
  ['Euvres', 'Œuvres'],
  ['1’article', 'l’article'],
  ["(I'Hôtel", "(l'Hôtel"],
])('%s cannot be French, %s is', (read, printed) => {
  expect(mended(read)).toBe(printed)
})

it.each([
  'OEUFS',
  'EUROS',
  'NEUF',
  'NEUVE',
  'CEUX',
  'CEINTURE',
  'I’m',
  "I'll",
  'A1’',
  '12’',
  'Il',
  'CIEL',
  'EILEEN',
])('%s stays as it is', (word) => {
  expect(mended(word)).toBe(word)
})
