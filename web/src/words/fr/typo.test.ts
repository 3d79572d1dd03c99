import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typesetCatalogue, typo } from './typo.ts'

const fine = '\u202f'
const hard = '\u00a0'

test('puts a fine space before ! ? ; and inside guillemets', () => {
  expect(typo('Copié !')).toBe(`Copié${fine}!`)
  expect(typo('Supprimer ce fichier ?')).toBe(`Supprimer ce fichier${fine}?`)
  expect(typo('un ; deux')).toBe(`un${fine}; deux`)
  expect(typo('« Envoi »')).toBe(`«${fine}Envoi${fine}»`)
})

test('puts a hard space before : € % and units', () => {
  expect(typo('Solde : 5 €')).toBe(`Solde${hard}: 5${hard}€`)
  expect(typo('Envoi… 42 %')).toBe(`Envoi… 42${hard}%`)
  expect(typo('1,0 KB · 25 Mo · 300 dpi')).toBe(`1,0${hard}KB · 25${hard}Mo · 300${hard}dpi`)
})

test('a unit is a whole word', () => {
  expect(typo('3 secrets')).toBe('3 secrets')
})

test('leaves what the specification wrote without a space', () => {
  expect(typo('Erreur: HTTP 402: Crédits insuffisants.')).toBe('Erreur: HTTP 402: Crédits insuffisants.')
})

test('changes nothing but white space, and nothing twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aé1 !?;:€%«»px\n') }), (text) => {
      const set = typo(text)
      expect(set.replace(/\s/g, ' ')).toBe(text.replace(/\s/g, ' '))
      expect(typo(set)).toBe(set)
    }),
  )
})

test('sets the sentences that a catalogue makes as well as those it holds', () => {
  const catalogue = typesetCatalogue({ plain: 'Oui !', nested: { made: (n: number) => `${n} % !` } })
  expect(catalogue.plain).toBe(`Oui${fine}!`)
  expect(catalogue.nested.made(3)).toBe(`3${hard}%${fine}!`)
})
