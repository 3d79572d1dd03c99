import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pdfName, singleName, zipName, titledName, zipNames } from './names.ts'

const extension = '.png'
const image = (name: string) => ({ name, page: null, extension })

test('takes a title as it is, points and all', () => {
  const named = (title: string) => singleName({ name: titledName(title, '.'), page: null, extension })
  expect(named('Courrier du 3 mars')).toBe('Courrier du 3 mars_equerre.png')
  expect(named('Version 1.2')).toBe('Version 1.2_equerre.png')
})

test('N-09 G19: a single download carries the product’s suffix', () => {
  expect(singleName(image('facture.jpg'))).toBe('facture_equerre.png')
  expect(singleName(image('photo.de.vacances.heic'))).toBe('photo.de.vacances_equerre.png')
  expect(singleName(image('sans-extension'))).toBe('sans-extension_equerre.png')
  expect(singleName(image('.jpg'))).toBe('.jpg_equerre.png')
})

test('a page of a PDF carries its number', () => {
  expect(singleName({ name: 'contrat.pdf', page: 1, extension })).toBe('contrat_p01_equerre.png')
  expect(zipNames([{ name: 'contrat.pdf', page: 12, extension }])).toEqual(['contrat_p12_recadree.png'])
})

test('other formats change only the extension', () => {
  const page = { ...image('facture.png'), extension: '.pdf' }
  expect(singleName(page)).toBe('facture_equerre.pdf')
  expect(zipNames([page])).toEqual(['facture_recadree.pdf'])
})

test('G08 G19: a joined PDF is named after its source PDF, or just “documents”', () => {
  expect(pdfName('contrat.pdf')).toBe('contrat_equerre.pdf')
  expect(pdfName(null)).toBe('documents_equerre.pdf')
})

test('a PDF with a name of its own keeps it, but for what file systems refuse', () => {
  expect(titledName('Bail 1.2, mars/avril', '.pdf')).toBe('Bail 1.2, mars avril.pdf')
})

test('N-10 G19: equal names get numbers in the zip, ignoring case', () => {
  const names = zipNames([image('facture.jpg'), image('facture.png'), image('Facture.webp')])
  expect(names).toEqual(['facture_recadree.png', 'facture (2)_recadree.png', 'Facture (3)_recadree.png'])
})

test('every name in the zip is unique and keeps the suffix', () => {
  const name = fc.constantFrom('a.jpg', 'a (2).jpg', 'A.png', 'a', 'b.pdf')
  fc.assert(
    fc.property(fc.array(name), (files) => {
      const names = zipNames(files.map(image))
      expect(new Set(names.map((entry) => entry.toLowerCase())).size).toBe(files.length)
      for (const entry of names) expect(entry).toMatch(/_recadree\.png$/)
    }),
  )
})

test('N-11: the zip has the specified name', () => {
  expect(zipName).toBe('images_recadrees.zip')
})
