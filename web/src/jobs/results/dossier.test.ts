import { expect, test } from 'vitest'
import { detectReply, ingestReply, rectifyReply } from '../../../test/replies.ts'
import { defaultSettings } from '../intake/options.ts'
import { newJob } from '../job.ts'
import type { Job } from '../job.ts'
import { assemblyPage } from './assembly-page.ts'
import { dossierOf } from './dossier.ts'
import { textStateOf } from './page-text.ts'

const photo: Job = {
  ...newJob({ id: 'a', name: 'a.jpg', size: 1, kind: 'image' }),
  status: 'done',
  ingest: ingestReply(),
  detect: detectReply(),
  rectify: rectifyReply(),
  options: defaultSettings.options,
}
const file: Job = {
  ...photo,
  id: 'f',
  name: 'f.pdf',
  kind: 'pdf',
  pages: 3,
  status: 'ingested',
  held: 'choice',
}
const page = (number: number, changed: Partial<Job> = {}): Job => ({
  ...photo,
  id: `f-p${number}`,
  name: 'f.pdf',
  kind: 'pdf',
  parent: 'f',
  page: number,
  ...changed,
})
const unmade = { rectify: null, status: 'ingested', held: 'choice' } as const
const idsOf = (jobs: readonly Job[]) => jobs.map(({ id }) => id)

test('all finished pages go into a dossier in the user’s order; the others are told', () => {
  const jobs = [
    { ...photo, place: 1 },
    { ...photo, id: 'b', status: 'rectifying' as const, rectify: null },
    { ...photo, id: 'c', place: 0 },
    file,
    page(1),
    page(2, unmade),
  ]
  const { pages, without } = dossierOf(jobs, null)
  expect([idsOf(pages), idsOf(without)]).toEqual([
    ['c', 'a', 'f-p1'],
    ['b', 'f-p2'],
  ])
})

test('a PDF comes back whole: what nobody chose is given as it was sent', () => {
  const failed = { rectify: null, status: 'error' } as const
  const { pages, without } = dossierOf([file, page(1), page(2, unmade), page(3, failed)], file)
  expect([idsOf(pages), idsOf(without)]).toEqual([['f-p1', 'f-p2'], ['f-p3']])
  const { ingestion_id } = ingestReply()
  expect(pages.map(assemblyPage)).toEqual([{ rectify_id: rectifyReply().id }, { ingestion_id, page: 2 }])
})

test('a digital page stays one, turned or not, unless it is to look otherwise', () => {
  const ingest = { ...ingestReply(), pages: [{ ...ingestReply().pages[0]!, kind: 'digital' as const }] }
  const detect = { ...detectReply(), reasons: ['already_cropped' as const] }
  const made = (look: object) => page(1, { ingest, detect, rectify: { ...rectifyReply(), ...look } })
  const { ingestion_id } = ingest
  expect(assemblyPage(made({ turn: 90 }))).toMatchObject({ ingestion_id, page: 1, turn: 90 })
  expect(assemblyPage(made({ filter: 'bw' }))).toMatchObject({ rectify_id: rectifyReply().id })
})

test('a page goes by the name that it was given', () => {
  expect(assemblyPage({ ...photo, title: 'Bail' })).toMatchObject({ name: 'Bail' })
  expect(assemblyPage({ ...photo, title: 'B'.repeat(300) }).name).toHaveLength(200)
})

test('the text of a page is unread, being read, there, or failed', () => {
  const look = {
    filter: 'color',
    relighting: false,
    turn: 0,
    flatten: 'auto',
    text: true,
    agreed: false,
  } as const
  const kindOf = (changed: Partial<Job>) => textStateOf({ ...photo, ...changed })?.kind ?? null
  const failure = { text: '', final: true, requestId: null }
  const artifacts = { ...rectifyReply().artifacts, plain_text_path: '/text.txt' }
  expect([
    kindOf({ rectify: null }),
    kindOf({}),
    kindOf({ wanted: look }),
    kindOf({ renderFailure: failure }),
    kindOf({ rectify: { ...rectifyReply(), text_reason: 'failed' } }),
    kindOf({ rectify: { ...rectifyReply(), artifacts } }),
  ]).toEqual([null, 'unread', 'reading', 'failed', 'failed', 'there'])
})
