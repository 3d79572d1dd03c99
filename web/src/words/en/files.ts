import type { filesWords as frFiles } from '../fr/files.ts'
import type { SameShape } from '../same-shape.ts'
import { count, formatInteger, formatMoment } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** « Mes fichiers (24 h) »: the files the service stores for an account. */
export const filesWords = typesetCatalogue<SameShape<typeof frFiles>>({
  title: 'My files (24 h)',
  lead: 'What you have sent from all your devices, until it is erased.',
  reading: 'Reading the list…',
  unread: 'The list could not be read. Close this, then try again.',
  none: 'No files in the last 24 hours.',
  open: 'Open',
  openOf: (name) => `Open ${name}`,
  openAll: (files) => `Open all ${formatInteger(files)} files`,
  here: 'Already here',
  running: 'Being processed on another device',
  failed: 'Unreadable file',
  made: (made, pages) =>
    pages === 1
      ? made === 1
        ? 'Page straightened'
        : 'Page not straightened'
      : `${formatInteger(made)} of ${count(pages, 'page')} straightened`,
  keptUntil: (iso) => `kept until ${formatMoment(iso)}`,
})
