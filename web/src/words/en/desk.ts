import type { deskWords as frDesk } from '../fr/desk.ts'
import type { SameShape } from '../same-shape.ts'
import { count, formatInteger } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** Texts of the toolbar, the contact sheet and a card's details. */
export const deskWords = typesetCatalogue<SameShape<typeof frDesk>>({
  phoneLead: 'Add your pages: each one is found, straightened, then ready to download.',
  phoneDrop: 'Photos or PDFs',
  join: 'Join into one PDF',
  joinOf: (name) => `Join into one PDF the pages of ${name}`,
  exports: 'Export',
  eachPdf: 'One PDF per file, as a ZIP',
  sheet: 'Sheet',
  list: 'List',
  asSheet: 'Show as a sheet',
  asList: 'Show as a list',
  open: (name) => `Open ${name}`,
  previous: 'Previous page',
  next: 'Next page',
  move: (name, place, total) => `${place} of ${total}, move ${name}`,
  howToMove: 'Space to lift, arrows to move, Space to put down, Escape to cancel. Or drag.',
  lifted: (name, place, total) => `${name}: lifted, place ${place} of ${total}.`,
  over: (place, total) => `Place ${place} of ${total}.`,
  put: (name, place, total) => `${name}: put down at place ${place} of ${total}.`,
  putBack: (name, place) => `${name}: back at place ${place}.`,
  details: 'Details',
  detailsOf: (name) => `Details of ${name}`,
  figures: {
    pixels: 'Size in pixels',
    confidence: 'Confidence',
    lighting: 'Lighting',
    lightingApplied: 'corrected',
    lightingKept: {
      not_asked: 'left as it is',
      card: 'left as it is: a card has no paper to whiten',
      picture: 'left as it is: the page is a picture rather than paper',
    },
    shape: 'Curvature',
    flattened: (bend: string) => `${bend}% of the diagonal, flattened`,
    leftCurved: (bend: string) => `${bend}% of the diagonal, left as it is`,
    flat: 'flattened',
    ingest: 'Time to send',
    detect: 'Time to detect',
    rectify: 'Time to straighten',
  },
  erased: {
    status: 'File erased',
    text: 'This file is no longer on our servers: it was deleted, or its retention period is over. Add it again to make it again.',
  },
  foreign: {
    status: 'File out of reach',
    text: 'The cookies of this browser were cleared after this file was sent: our servers no longer know that it is yours, and erase it when its retention period is over. Add it again to make it again.',
  },
  leftOut: {
    title: (pages, all) => `The ZIP has ${formatInteger(pages)} out of ${count(all, 'page')}`,
    text: (pages) =>
      pages > 1
        ? 'These pages have no result and are not in it:'
        : 'This page has no result and is not in it:',
  },
  filesToCount: (files) => `${count(files, 'file')} to count`,
  documents: {
    of: (name, document) => `${name}, document ${document}`,
    found: (documents) => `${count(documents, 'document')} found`,
    split: (others) =>
      others === 1
        ? 'Straighten the other one: 1 credit'
        : `Straighten the other ${others}: ${count(others, 'credit')}`,
    splitOf: (text, name) => `${text}, documents of ${name}`,
    partial: {
      title: (documents, credits) => `${count(documents, 'document')}, ${count(credits, 'credit')}`,
      text: 'Each document costs one credit. The others will wait for credits.',
    },
  },
  spread: {
    ask: 'One page or two?',
    found: 'Open book',
    whole: 'The double page · 1 credit',
    pages: (pages: number) => (pages === 1 ? 'The other page · 1 credit' : 'Two pages · 2 credits'),
  },
  removePage: {
    title: 'Delete this page?',
    text: (others) =>
      others === 1
        ? 'The other page of the file stays.'
        : `The ${count(others, 'other page')} of the file stay.`,
  },
})
