import { endpoints, openApiDocument } from '@equerre/contract/openapi'
import { expect, it } from 'vitest'
import { referenceWords as en } from './en/reference.ts'
import { referenceWords as fr } from './fr/reference.ts'

/** Every human-readable text in a JSON document. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, held]) =>
    (name === 'description' || name === 'summary') && typeof held === 'string' ? [held] : textsOf(held),
  )
}

/** The descriptions of refusals are lists of codes. */
const isCodes = (text: string) => /^[a-z_]+(, [a-z_]+)*$/.test(text)

it('describes the same things in both languages, without a word of the other language', () => {
  const [french, english] = [fr, en].map((words) => textsOf(openApiDocument(words)))
  expect(english).toHaveLength(french!.length)
  for (const [i, text] of french!.entries()) if (!isCodes(text)) expect(english![i]).not.toBe(text)
})

it('has no texts for anything that is not in the contract', () => {
  expect(Object.keys(fr.operations).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
  const texts = new Set(textsOf(openApiDocument(fr)))
  expect(Object.values(fr.fields).filter((text) => !texts.has(text))).toEqual([])
})

it('refuses a contract with something it has no text for', () => {
  expect(() => openApiDocument({ ...fr, fields: {} })).toThrow('no words for')
})
