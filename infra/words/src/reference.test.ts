import { endpoints, openApiDocument } from '@equerre/contract/openapi'
import { expect, it } from 'vitest'
import { referenceWords as en } from './en/reference.ts'
import { referenceWords as fr } from './fr/reference.ts'

/** Every text for a reader in a JSON document. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, held]) =>
    (name === 'description' || name === 'summary') && typeof held === 'string' ? [held] : textsOf(held),
  )
}

/** The descriptions of refusals are their codes. */
const isCodes = (text: string) => /^[a-z_]+(, [a-z_]+)*$/.test(text)

it('describes the same in both languages, and nothing in the other’s words', () => {
  const [french, english] = [fr, en].map((words) => textsOf(openApiDocument(words)))
  expect(english).toHaveLength(french!.length)
  for (const [i, text] of french!.entries()) if (!isCodes(text)) expect(english![i]).not.toBe(text)
})

it('has no words for what the contract does not have', () => {
  expect(Object.keys(fr.operations).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
  const said = new Set(textsOf(openApiDocument(fr)))
  expect(Object.values(fr.fields).filter((text) => !said.has(text))).toEqual([])
})

it('refuses a contract that has more than there are words for', () => {
  expect(() => openApiDocument({ ...fr, fields: {} })).toThrow('no words for')
})
