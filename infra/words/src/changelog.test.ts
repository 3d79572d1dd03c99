import { changelog } from '@equerre/contract/changelog'
import { expect, it } from 'vitest'
import { changelogWords as en } from './en/changelog.ts'
import { changelogWords as fr } from './fr/changelog.ts'

const ids = changelog.flatMap(({ changes }) => changes.map(({ id }) => id))

it('every change is a sentence in each language, and names the same code in both', () => {
  const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code).toSorted()
  for (const id of ids) {
    expect(en.changes[id]).toMatch(/\.$/)
    expect(fr.changes[id]).toMatch(/\.$/)
    expect(codes(fr.changes[id]), id).toEqual(codes(en.changes[id]))
  }
})
