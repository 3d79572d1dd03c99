import { CallbackUrl } from '@equerre/contract/callback'
import { decimal } from '@equerre/contract/decimal'
import { withInput } from '@equerre/contract/endpoint'
import { ProblemFacts } from '@equerre/contract/problems'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemWords as fr } from './fr/problems.ts'
import { renderProblem } from './render-problem.ts'

const issue = z.object({ page: z.int() }).safeParse({ page: 'x' }, withInput).error!.issues[0]!
/** Every parameter that sentences name; each sentence takes its own. */
const names = [
  'width',
  'height',
  'least',
  'most',
  'times',
  'page',
  'pages',
  'document',
  'steps',
  'megabytes',
  'metres',
  'owed',
  'minutes',
  'status',
  'credits',
]
const params = {
  ...Object.fromEntries(names.map((name) => [name, 3])),
  of: 'plain',
  takes: 'upload',
  issue,
  day: '2026-12-01',
  scopes: ['read'],
  items: 1_200,
}
const all = Object.keys(fr.sentences).map((sentence) => ProblemFacts.parse({ sentence, params }))

describe.each(['fr', 'en'] as const)('a refusal in %s', (language) => {
  it.each(all)('is a whole sentence: $sentence', (facts) => {
    const { title, detail } = renderProblem(facts, language)
    expect(title).toMatch(/^\p{Lu}/u)
    expect(detail).toMatch(/^\p{Lu}.*[.!]$/u)
    expect(detail).not.toMatch(/undefined|null|NaN|\[object/)
  })

  it('never uses the same text twice', () => {
    const details = all.map((facts) => renderProblem(facts, language).detail)
    expect(new Set(details).size).toBe(details.length)
  })
})

it('never has the same text in both languages', () => {
  for (const facts of all)
    expect(renderProblem(facts, 'en').detail).not.toBe(renderProblem(facts, 'fr').detail)
})

it('writes numbers the way its language does', () => {
  const facts = { sentence: 'image_too_large', params: { most: 12_500_000, of: 'whole' } } as const
  expect(renderProblem(facts, 'fr').detail).toBe(
    'Image trop grande : la limite est de 12,5 millions de pixels pour une image progressive, entrelacée, WebP, HEIC ou GIF.',
  )
  expect(renderProblem(facts, 'en').detail).toContain('12.5 million pixels')
})

it('names the field and the value received', () => {
  const facts = { sentence: 'field_invalid', params: { issue: issue } } as const
  expect(renderProblem(facts, 'fr').detail).toBe('Champ « page » : il faut un nombre, et non un texte.')
  expect(renderProblem(facts, 'en').detail).toBe('Field “page”: it takes a number, not a text.')
})

const shape = z.strictObject({
  page: z.int().min(1).max(20),
  name: z.string().max(60).optional(),
  list: z.array(z.enum(['read', 'manage'])).min(1),
  id: z.uuid().optional(),
  dpi: z.number().positive().multipleOf(50).optional(),
  amount: decimal(z.int()).optional(),
  url: CallbackUrl.optional(),
})
const right = { page: 1, list: ['read'] }
it.each([
  [{ list: ['read'] }, 'Champ « page » : il manque.'],
  [{ ...right, page: 1.5 }, 'Champ « page » : il faut un nombre entier.'],
  [{ ...right, page: 0 }, 'Champ « page » : 1 au moins.'],
  [{ ...right, page: 21 }, 'Champ « page » : 20 au plus.'],
  [{ ...right, name: 'x'.repeat(61) }, 'Champ « name » : 60 caractères au plus.'],
  [{ ...right, name: null }, 'Champ « name » : il faut un texte, et non null.'],
  [{ ...right, list: [] }, 'Champ « list » : 1 élément au moins.'],
  [{ ...right, list: ['write'] }, 'Champ « list.0 » : il faut l’une des valeurs « read », « manage ».'],
  [{ ...right, id: 'none' }, 'Champ « id » : il faut un identifiant UUID.'],
  [{ ...right, dpi: 0 }, 'Champ « dpi » : plus de 0.'],
  [{ ...right, amount: '1.5' }, 'Champ « amount » : il faut un nombre entier, en chiffres seulement.'],
  [{ ...right, dpi: 120 }, 'Champ « dpi » : il faut un multiple de 50.'],
  [
    { ...right, url: 'ftp://exemple.test' },
    'Champ « url » : il faut une adresse http ou https sans nom d’utilisateur, mot de passe ni fragment.',
  ],
  [{ ...right, capp: 1 }, 'Requête : champ inconnu « capp ».'],
  ['page', 'Requête : il faut un objet JSON, et non un texte.'],
])('says of %j what is wrong with it', (input, sentence) => {
  const [first] = shape.safeParse(input, withInput).error!.issues
  expect(renderProblem({ sentence: 'field_invalid', params: { issue: first! } }, 'fr').detail).toBe(sentence)
})

it('refuses a sentence with another’s parameters', () => {
  expect(ProblemFacts.safeParse({ sentence: 'page_missing', params: { page: 3 } }).success).toBe(false)
  expect(ProblemFacts.safeParse({ sentence: 'gone_fishing', params: {} }).success).toBe(false)
})
