import { expect, test } from 'vitest'
import type { SameShape } from './same-shape.ts'
import { typesetBy } from './typeset.ts'

const french = { yes: 'Oui', nested: { pages: (pages: number) => `${pages} pages` } }
const translated = typesetBy((text) => text.trim())<SameShape<typeof french>>

test('a translation has the same keys, and its functions the same parameters', () => {
  const english = translated({ yes: 'Yes ', nested: { pages: (pages) => `${pages} pages ` } })
  expect([english.yes, english.nested.pages(2)]).toEqual(['Yes', '2 pages'])
})

test('missing, extra or different entries do not compile', () => {
  const { nested } = french
  // @ts-expect-error a text is missing
  expect(translated({ nested })).toBeDefined()
  // @ts-expect-error an extra text
  expect(translated({ yes: 'Yes', no: 'No', nested })).toBeDefined()
  // @ts-expect-error a function takes other parameters
  expect(translated({ yes: 'Yes', nested: { pages: (pages: string) => pages } })).toBeDefined()
})
