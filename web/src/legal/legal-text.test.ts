import { operatorVariables } from '@equerre/contract/operator'
import { packs } from '@equerre/contract/packs'
import { pagePaths } from '@equerre/contract/pages'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accessibility } from '#words/legal/accessibility'
import { cookies } from '#words/legal/cookies'
import { idOf, piecesOf, type LegalText } from './legal-text.ts'
import { notice } from '#words/legal/notice'
import { privacy } from '#words/legal/privacy'
import { terms } from '#words/legal/terms'
import { withdrawal } from '#words/legal/withdrawal'

const texts = { accessibility, cookies, notice, privacy, terms, withdrawal }
const sentencesOf = ({ lead, sections }: LegalText) => [
  lead,
  ...sections.flatMap(({ blocks }) => blocks.flat()),
]
const piecesIn = (text: LegalText) => sentencesOf(text).flatMap((sentence) => piecesOf(sentence))

test('splits a paragraph into text, details and links', () => {
  expect(piecesOf('Écrivez à {email}, ou [lisez](/cookies).')).toEqual([
    { kind: 'text', text: 'Écrivez à ' },
    { kind: 'detail', name: 'email' },
    { kind: 'text', text: ', ou ' },
    { kind: 'link', text: 'lisez', path: '/cookies' },
    { kind: 'text', text: '.' },
  ])
})

test.each(Object.entries(texts))('%s refers only to existing details and pages', (_, text) => {
  const paths = new Set<string>([...Object.values(pagePaths), '/docs/'])
  for (const piece of piecesIn(text)) {
    if (piece.kind === 'detail') expect(operatorVariables).toHaveProperty(piece.name)
    if (piece.kind === 'link' && piece.path.startsWith('/')) expect(paths).toContain(piece.path.split('#')[0])
  }
})

test('every detail required of the operator appears somewhere', () => {
  const named = Object.values(texts)
    .flatMap(piecesIn)
    .flatMap((piece) => (piece.kind === 'detail' ? [piece.name] : []))
  expect(new Set(named)).toEqual(new Set(Object.keys(operatorVariables)))
})

test('G33: the terms list the packs at the prices charged', () => {
  const sentences = sentencesOf(terms)
  for (const { credits, priceCents } of packs)
    expect(sentences).toContain(`${credits} crédits : ${priceCents / 100} € TTC`)
})

test('the cookie page names every storage key', () => {
  const source = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('legal'))
    .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
    .join('\n')
  const kept = [...source.matchAll(/storageKey = '([^']+)'/g)].map((match) => match[1] ?? '')
  expect(kept.length).toBeGreaterThan(3)
  for (const key of kept) expect(sentencesOf(cookies).join('\n')).toContain(key)
})

test('every section has an anchor of its own', () => {
  expect(idOf('Données traitées, et pourquoi')).toBe('donnees-traitees-et-pourquoi')
  for (const { sections } of Object.values(texts)) {
    const ids = sections.map(({ title }) => idOf(title))
    expect(ids.every((id) => /^[a-z0-9-]+$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  }
})
