import { packs } from '@equerre/contract/packs'
import { expect, test } from 'vitest'
import { accessibility as frAccessibility } from '../fr/legal/accessibility.ts'
import { cookies as frCookies } from '../fr/legal/cookies.ts'
import { piecesOf, type LegalText } from '../../legal/legal-text.ts'
import { notice as frNotice } from '../fr/legal/notice.ts'
import { privacy as frPrivacy } from '../fr/legal/privacy.ts'
import { terms as frTerms } from '../fr/legal/terms.ts'
import { withdrawal as frWithdrawal } from '../fr/legal/withdrawal.ts'
import { accountWords as frAccount } from '../fr/account.ts'
import { camscanWords as frCamscan } from '../fr/camscan.ts'
import { debtWords as frDebt } from '../fr/debt.ts'
import { deskWords as frDesk } from '../fr/desk.ts'
import { filesWords as frFiles } from '../fr/files.ts'
import { referenceWords as frReference } from '../fr/reference.ts'
import { shellWords as fr } from '../fr/shell.ts'
import { accountWords } from './account.ts'
import { camscanWords } from './camscan.ts'
import { debtWords } from './debt.ts'
import { deskWords } from './desk.ts'
import { filesWords } from './files.ts'
import { accessibility } from './legal/accessibility.ts'
import { cookies } from './legal/cookies.ts'
import { notice } from './legal/notice.ts'
import { privacy } from './legal/privacy.ts'
import { terms } from './legal/terms.ts'
import { withdrawal } from './legal/withdrawal.ts'
import { referenceWords } from './reference.ts'
import { shellWords } from './shell.ts'

const legal: Readonly<Record<string, readonly [LegalText, LegalText]>> = {
  accessibility: [frAccessibility, accessibility],
  cookies: [frCookies, cookies],
  notice: [frNotice, notice],
  privacy: [frPrivacy, privacy],
  terms: [frTerms, terms],
  withdrawal: [frWithdrawal, withdrawal],
}

const catalogues = {
  shell: [fr, shellWords],
  camscan: [frCamscan, camscanWords],
  account: [frAccount, accountWords],
  debt: [frDebt, debtWords],
  desk: [frDesk, deskWords],
  files: [frFiles, filesWords],
  reference: [frReference, referenceWords],
  ...legal,
}

/** A text in both languages and its place in the catalogue; functions appear once per set of parameters. */
type Said = readonly [place: string, french: string, english: string]

/** Arguments to try in every order; combinations that make no sense in French are skipped. */
const parameters: readonly unknown[] = [0, 1, 2, 1234, '7', true, null, undefined, packs[0]]
const makesNoSense = /\b(undefined|null|NaN)\b|\[object/
/** No function takes more than three. */
const combinations = parameters.flatMap((a) => parameters.flatMap((b) => parameters.map((c) => [a, b, c])))

function said(place: string, french: unknown, english: unknown): Said[] {
  if (typeof french === 'string') return [[place, french, String(english)]]
  if (typeof french === 'function') return madeOf(place, french as Make, english as Make)
  return Object.entries(french as object).flatMap(([name, entry]) =>
    said(`${place}.${name}`, entry, (english as Record<string, unknown>)[name]),
  )
}

type Make = (...values: unknown[]) => string

function madeOf(place: string, french: Make, english: Make): Said[] {
  const made = combinations.flatMap((values): [string, Said][] => {
    const sentence = attempt(() => french(...values))
    if (sentence === null || makesNoSense.test(sentence)) return []
    const pair: Said = [place, sentence, english(...values)]
    return [[pair.join('\n'), pair]]
  })
  return [...new Map(made).values()]
}

function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}

const everything = Object.entries(catalogues).flatMap(([name, [french, english]]) =>
  said(name, french, english),
)

/** Texts that are the same in both languages: names, formats and a few words. */
const shared =
  /^(API|TOOLS|OK|Menu|Photo|Cookies|Options|Format|Type|Code|Date|Note|UUID|date|documents|PNG|JPEG|WebP|PDF|A4|A5|–|X-API-Key: |)$/

/** Functions that only join their parameters, the same way in both languages. */
const alike = [
  'shell.footer.copyright',
  'camscan.job.page',
  'camscan.job.pageOf',
  'desk.documents.of',
  'camscan.preview.position',
  'camscan.options.dpiOf',
  'camscan.filters.progress',
  'camscan.corners.step',
  'account.api.clientName',
  'account.api.clientCommand',
  'account.api.terminal',
  'account.api.assistants',
  'account.history.withFile',
  'account.history.page',
  'notice.sections.0.blocks.0',
]

/** Names that stay French in English. */
const names = /Équerre|Défenseur des droits|Libre réponse|Informatique et Libertés/g

test('finds the texts of both languages, including those from functions', () => {
  const found = new Set(everything.map(([place]) => place))
  expect(found.size).toBeGreaterThan(500)
  for (const place of ['shell.nav.accountLabel', 'camscan.paywall.pack', 'account.withdrawal.choice'])
    expect(found).toContain(place)
})

test('English texts contain no French', () => {
  const french = everything.filter(([, , english]) =>
    /[àâçèéêëîïôûùœ«»]|\s[:;!?]|\d\s%|\d,\d\d?\b|['"]|\.\.\./iu.test(english.replace(names, '')),
  )
  expect(french.map(([place, , english]) => [place, english])).toEqual([])
})

test('every text is translated, except those shared by both languages', () => {
  const own = new Set(everything.flatMap(([place, french, english]) => (french === english ? [] : [place])))
  const left = everything.filter(([place, , english]) => !own.has(place) && !shared.test(english))
  expect([...new Set(left.map(([place]) => place))].toSorted()).toEqual(alike.toSorted())
})

test('English functions accept all parameters that the French ones do', () => {
  expect(everything.filter(([, , english]) => makesNoSense.test(english))).toEqual([])
})

const sentencesOf = ({ lead, sections }: LegalText) => [
  lead,
  ...sections.flatMap(({ title, blocks }) => [title, ...blocks.flat()]),
]
const marksOf = (sentence: string) => piecesOf(sentence).filter(({ kind }) => kind !== 'text')

test.each(Object.entries(legal))(
  '%s has the same details and links in the same places, and says which text prevails',
  (_, texts) => {
    const [french, english] = texts.map((text) => sentencesOf(text).map(marksOf)) as [Mark[][], Mark[][]]
    expect(english.map((marks) => marks.map(placeOf))).toEqual(french.map((marks) => marks.map(placeOf)))
    expect(texts.map(({ note }) => note?.language)).toEqual([undefined, 'fr'])
  },
)

type Mark = ReturnType<typeof marksOf>[number]
const placeOf = (mark: Mark) => (mark.kind === 'link' ? mark.path : mark.kind === 'detail' && mark.name)

test('the terms list the packs at the prices charged', () => {
  for (const { credits, priceCents } of packs)
    expect(sentencesOf(terms)).toContain(`${credits} credits: €${priceCents / 100} including all taxes`)
})
