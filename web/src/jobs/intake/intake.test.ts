import { expect, test } from 'vitest'
import { sortFiles } from './intake.ts'

const limits = { imageBytesMax: 25_000_000, pdfBytesMax: 100_000_000, batchFilesMax: 3 }
const file = (name: string, type: string, size = 1000) => ({ name, type, size })
const reasonFor = (candidate: ReturnType<typeof file>) =>
  sortFiles([candidate], limits).refused[0]?.reason.replace(/\s/g, ' ')

test.each([
  ['photo.jpg', 'image/jpeg', 'image'],
  ['photo.HEIC', '', 'image'],
  ['scan.tif', '', 'image'],
  ['contrat.pdf', 'application/pdf', 'pdf'],
  ['contrat.PDF', '', 'pdf'],
])('accepts %s of type "%s" as %s', (name, type, kind) => {
  expect(sortFiles([file(name, type)], limits).accepted).toMatchObject([{ kind }])
})

test('G16: refuses what is neither an image nor a PDF, SVG with its own reason', () => {
  expect(reasonFor(file('notes.txt', 'text/plain'))).toBe('Ce fichier n’est ni une image ni un PDF.')
  expect(reasonFor(file('sans-type', ''))).toBe('Ce fichier n’est ni une image ni un PDF.')
  expect(reasonFor(file('logo.svg', 'image/svg+xml'))).toMatch(/^Le SVG n’est pas pris en charge/)
  expect(reasonFor(file('logo.svg', ''))).toMatch(/^Le SVG/)
})

test('refuses empty files and files over the limit of their kind', () => {
  expect(reasonFor(file('vide.jpg', 'image/jpeg', 0))).toBe('Ce fichier est vide.')
  expect(reasonFor(file('grand.jpg', 'image/jpeg', 31_000_000))).toBe(
    '31 MB : la limite est de 25 MB par image.',
  )
  expect(reasonFor(file('grand.pdf', 'application/pdf', 31_000_000))).toBeUndefined()
  expect(reasonFor(file('grand.pdf', 'application/pdf', 131_000_000))).toBe(
    '131 MB : la limite est de 100 MB par PDF.',
  )
})

test.each([
  ['juste.jpg', 'image/jpeg', limits.imageBytesMax],
  ['juste.pdf', 'application/pdf', limits.pdfBytesMax],
])('accepts %s of exactly its size limit, and not one byte more', (name, type, max) => {
  expect(sortFiles([file(name, type, max)], limits).accepted).toHaveLength(1)
  expect(sortFiles([file(name, type, max + 1)], limits).accepted).toHaveLength(0)
})

test('accepts a batch up to its limit, and refuses the rest by name', () => {
  const batch = ['a', 'b', 'c', 'd'].map((name) => file(`${name}.jpg`, 'image/jpeg'))
  const { accepted, refused } = sortFiles(batch, limits)
  expect(accepted).toHaveLength(3)
  expect(refused).toMatchObject([{ name: 'd.jpg' }])
})

test('one bad file does not stop the others', () => {
  const { accepted, refused } = sortFiles([file('a.txt', 'text/plain'), file('b.png', 'image/png')], limits)
  expect(accepted.map((entry) => entry.file.name)).toEqual(['b.png'])
  expect(refused.map(({ name }) => name)).toEqual(['a.txt'])
})

test('V-07 N-15: refuses nothing while the limits are unknown', () => {
  expect(sortFiles([file('grand.jpg', 'image/jpeg', 1e12)], {}).accepted).toHaveLength(1)
})
