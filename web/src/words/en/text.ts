import type { textWords as frText } from '../fr/text.ts'
import type { SameShape } from '../same-shape.ts'
import { typesetCatalogue } from './typography.ts'

/** What was read on a page. */
export const textWords = typesetCatalogue<SameShape<typeof frText>>({
  title: 'Text',
  of: (name) => `Text of ${name}`,
  show: (name) => `Text of ${name}, beside the picture`,
  reading: 'Reading the page…',
  fetching: 'Loading the text…',
  unfetched: 'The text could not be loaded.',
  failed: 'The page could not be read. It stays as it is, no credit was charged.',
  none: 'No text on this page.',
  notNow: 'The text can be read once the page is straightened.',
  read: 'Read the text',
  retry: 'Try again',
  priced: (action) => `${action}, 1 credit`,
})
