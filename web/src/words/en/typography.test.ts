import { expect, test } from 'vitest'
import { typesetCatalogue, applyTypography } from './typography.ts'

const hard = '\u00a0'

test('joins a number to its unit and a legal article to its number', () => {
  expect(applyTypography('1.0 KB, 300 dpi, 24 h')).toBe(`1.0${hard}KB, 300${hard}dpi, 24${hard}h`)
  expect(applyTypography('articles L. 221-18 and following')).toBe(`articles L.${hard}221-18 and following`)
})

test('leaves everything else unchanged', () => {
  const text = 'Copied! Take 3 hats: is it “so”?'
  expect(applyTypography(text)).toBe(text)
})

test('applies to a catalogue’s functions as well as its strings', () => {
  const catalogue = typesetCatalogue({ plain: '1 credit', nested: { made: (n: number) => `${n} px` } })
  expect([catalogue.plain, catalogue.nested.made(3)]).toEqual([`1${hard}credit`, `3${hard}px`])
})
