import type { dossierWords as frDossier } from '../fr/dossier.ts'
import type { SameShape } from '../same-shape.ts'
import { count, formatInteger, formatShare } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** Several finished pages in one PDF. */
export const dossierWords = typesetCatalogue<SameShape<typeof frDossier>>({
  title: (pages) => `PDF of ${count(pages, 'page')}`,
  making: 'The pages are read, then put together. The file is saved as soon as it is ready.',
  pagesRead: (read, pages) => `Read: ${formatInteger(read)} of ${count(pages, 'page')}.`,
  saved: (name, size) => `${name} · ${size}`,
  searchable: (read, pages) =>
    read === 0
      ? 'It has no text to search.'
      : read === pages
        ? 'Its text can be searched and copied.'
        : `The text can be searched and copied on ${formatInteger(read)} of ${count(pages, 'page')}.`,
  tooHeavy: 'It could not be made as small as asked.',
  reduced: (resolution) =>
    resolution === 1
      ? 'To be smaller, the pictures lost some quality.'
      : `To be smaller, the pictures kept ${formatShare(resolution)}% of their resolution.`,
  keptUntil: (when) => `Kept until ${when}.`,
  without: (pages) =>
    pages > 1 ? 'These pages have no result and are not in it:' : 'This page has no result and is not in it:',
  make: 'Make the PDF',
  saveAgain: 'Save again',
  retry: 'Try again',
  withOptions: 'PDF, with options',
  texts: 'Text of all pages',
  reading: 'Reading the pages…',
  unread: (pages) =>
    pages > 1
      ? `${count(pages, 'page')} could not be read and are missing from the text.`
      : 'One page could not be read and is missing from the text.',
  tooManyFiles: (files, most) =>
    `${count(files, 'file')}: at most ${count(most, 'PDF')} an hour can be made. Remove some, or put them together in one PDF.`,
  textFailed: 'The text could not be saved.',
  formats: (name) => `Other formats of ${name}`,
  asPdf: 'PDF, with its text',
  asImage: 'Picture',
  asText: 'Text alone',
  rename: (name) => `Rename ${name}`,
  renaming: {
    title: 'Rename the page',
    text: 'Saved files and the bookmarks of the PDF get this name, too.',
    name: 'Name',
    confirm: 'Rename',
  },
  options: {
    title: 'Options',
    name: 'Name of the PDF',
    pages: (chosen, all) => `Pages: ${formatInteger(chosen)} of ${formatInteger(all)}`,
    sheet: 'Page size',
    sheets: { as_is: 'As they are', a4: 'A4', card: 'Card, both sides' },
    weight: 'Quality',
    weights: { auto: 'Light', jpeg: 'JPEG', lossless: 'Lossless' },
    most: 'Largest size',
    mostOf: (megabytes) => (megabytes === 0 ? 'Any' : `${megabytes} MB`),
    text: 'Text to search and copy',
    archive: 'For archives (PDF/A-2b)',
  },
})
