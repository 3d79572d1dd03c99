import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typesetCatalogue, applyTypography } from './typography.ts'

const fine = '\u202f'
const hard = '\u00a0'

test('puts a fine space before ! ? ; and inside guillemets', () => {
  expect(applyTypography('Copié !')).toBe(`Copié${fine}!`)
  expect(applyTypography('Supprimer ce fichier ?')).toBe(`Supprimer ce fichier${fine}?`)
  expect(applyTypography('un ; deux')).toBe(`un${fine}; deux`)
  expect(applyTypography('« Envoi »')).toBe(`«${fine}Envoi${fine}»`)
})

test('puts a hard space before : € % and units', () => {
  expect(applyTypography('Solde : 5 €')).toBe(`Solde${hard}: 5${hard}€`)
  expect(applyTypography('Envoi… 42 %')).toBe(`Envoi… 42${hard}%`)
  expect(applyTypography('1,0 KB · 25 Mo · 300 dpi')).toBe(`1,0${hard}KB · 25${hard}Mo · 300${hard}dpi`)
})

test('a unit is a whole word', () => {
  expect(applyTypography('3 secrets')).toBe('3 secrets')
})

test('adds no space where the specification has none', () => {
  expect(applyTypography('Erreur: HTTP 402: Crédits insuffisants.')).toBe(
    'Erreur: HTTP 402: Crédits insuffisants.',
  )
})

test('changes only white space, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aé1 !?;:€%«»px\n') }), (text) => {
      const set = applyTypography(text)
      expect(set.replace(/\s/g, ' ')).toBe(text.replace(/\s/g, ' '))
      expect(applyTypography(set)).toBe(set)
    }),
  )
})

test('applies to a catalogue’s functions as well as its strings', () => {
  const catalogue = typesetCatalogue({ plain: 'Oui !', nested: { made: (n: number) => `${n} % !` } })
  expect(catalogue.plain).toBe(`Oui${fine}!`)
  expect(catalogue.nested.made(3)).toBe(`3${hard}%${fine}!`)
})
