import { pageIndexed, type PageName } from '@equerre/contract/pages'
import { expect, it } from 'vitest'
import { pageWords as en } from './en/pages.ts'
import { pageWords as fr } from './fr/pages.ts'

const found = Object.entries(pageIndexed).flatMap(([name, indexed]) => (indexed ? [name as PageName] : []))

it.each([
  ['French', fr],
  ['English', en],
])('gives every page in %s a title and a description of its own that a result can show whole', (_, words) => {
  for (const key of ['title', 'description'] as const)
    expect(new Set(found.map((name) => words[name][key])).size).toBe(found.length)
  for (const name of found) expect(words[name].description.length, name).toBeLessThanOrEqual(160)
})

it('describes every page in its own language', () => {
  for (const [name, { description }] of Object.entries(en)) {
    expect(description).not.toBe(fr[name as PageName].description)
    expect(description.replaceAll('Équerre', '')).not.toMatch(/[à-ÿ«»]|\s[:;!?]/i)
  }
})
