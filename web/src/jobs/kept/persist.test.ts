import { expect, test } from 'vitest'
import { detectReply, ingestReply } from '../../../test/replies.ts'
import { newJob } from '../job.ts'
import type { Job } from '../job.ts'
import { guest, keptFor, merged, settled } from './persist.ts'
import type { StoredJob } from './persist.ts'

const dayMs = 24 * 3_600_000
const expiryMs = Date.parse(ingestReply().expires_at)
const base = newJob({ id: 'a', name: 'a.jpg', size: 1, kind: 'image' })
const job = (status: Job['status']): Job => ({
  ...base,
  status,
  ingest: ingestReply(),
  detect: detectReply(),
})
const card = (id: string) => newJob({ id, name: `${id}.jpg`, size: 1, kind: 'image' })
const kept = (of: Job, owner = guest): StoredJob => ({ job: of, owner, sinceMs: 0 })
const someone = { owner: guest, visit: 'v1', nowMs: 1 }

test('G29: a card whose file is on the server survives reloads until the file expires there', () => {
  expect(keptFor([kept(job('done'))], { owner: guest, visit: 'v1', nowMs: expiryMs - 1 })).toHaveLength(1)
  expect(keptFor([kept(job('done'))], { owner: guest, visit: 'v1', nowMs: expiryMs })).toEqual([])
})

test('an unsent file is kept for a day', () => {
  expect(keptFor([kept(base)], { owner: guest, visit: 'v1', nowMs: dayMs - 1 })).toHaveLength(1)
  expect(keptFor([kept(base)], { owner: guest, visit: 'v1', nowMs: dayMs })).toEqual([])
})

test('an interrupted step restarts as the same request', () => {
  expect(settled({ ...base, status: 'uploading', progress: 0.5 })).toMatchObject({
    status: 'queued',
    progress: 0,
    attempt: 1,
  })
  expect(settled(job('detecting'))).toMatchObject({ status: 'ingested', attempt: 1 })
  expect(settled(job('rectifying'))).toMatchObject({ status: 'detected', attempt: 1 })
})

test('G04: a guest’s cards go to the account that signs in; cards of other accounts stay hidden', () => {
  const stored = [kept(card('theirs'), 'alice'), kept(card('left'))]
  expect(keptFor(stored, { owner: 'alice', visit: 'v1', nowMs: 1 }).map(({ owner }) => owner)).toEqual([
    'alice',
    'alice',
  ])
  expect(keptFor(stored, { owner: 'bob', visit: 'v1', nowMs: 1 })).toEqual([
    { ...kept(card('left')), owner: 'bob' },
  ])
})

test('an account’s cards survive while it is signed out', () => {
  const stored = [kept(card('theirs'), 'alice')]
  expect(keptFor(stored, { owner: guest, visit: 'v1', nowMs: 1 })).toEqual(stored)
})

test('a tab updates its changed cards in place, deletes its removed ones, and leaves other tabs’ cards alone', () => {
  const [mine, removed, other, added] = [card('mine'), card('removed'), card('other'), card('added')]
  const now = { ...mine, accepted: true }
  const change = { jobs: [now, added], before: [mine, removed] }
  expect(merged([kept(mine), kept(other), kept(removed)], change, someone)).toEqual([
    kept(now),
    kept(other),
    { ...kept(added), sinceMs: 1 },
  ])
})

test('a tab with an older state of a card does not overwrite a newer one', () => {
  const done = { ...job('done'), id: 'a' }
  const change = { jobs: [{ ...base, held: 'credits' as const }], before: [base] }
  expect(merged([kept(done)], change, someone)).toEqual([kept(done)])
})

test('a card whose file was erased elsewhere stays so, though the one that is stored has results', () => {
  const erased: Job = { ...base, ingest: ingestReply(), status: 'error' }
  const change = { jobs: [erased], before: [job('done')] }
  expect(merged([kept(job('done'))], change, someone)).toEqual([kept(erased)])
})

test('a card removed in another tab does not come back, nor do its pages', () => {
  const page = { ...card('a-p1'), parent: 'a' }
  const change = { jobs: [{ ...base, accepted: true }, page], before: [base] }
  expect(merged([kept(card('other'))], change, someone)).toEqual([kept(card('other'))])
})

test('a sent file stays that of the guest who sent it, until the account takes it over that takes over the guest', () => {
  const sent = job('done')
  const first = merged([], { jobs: [sent, card('unsent')], before: [] }, someone)
  expect(first.map(({ visit }) => visit)).toEqual(['v1', undefined])
  const renamed = { jobs: [{ ...sent, title: 'b' }], before: [sent] }
  expect(merged(first, renamed, { ...someone, visit: 'v2' })[0]?.visit).toBe('v1')
  const takenOver = (visit: string) => keptFor(first, { owner: 'alice', visit, nowMs: 1 })[0]?.visit
  expect([takenOver('v1'), takenOver('v2')]).toEqual([undefined, 'v1'])
  const owned = merged([], { jobs: [sent], before: [] }, { ...someone, owner: 'alice' })
  expect(owned[0]?.visit).toBeUndefined()
})
