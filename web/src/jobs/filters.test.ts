import { expect, test } from 'vitest'
import { detectReply, ingestReply, rectifyReply } from '../../test/replies.ts'
import { batchProgress, cardsOf } from './filters.ts'
import { newJob } from './job.ts'
import type { Job } from './job.ts'

const base = newJob({ id: 'a', name: 'a.jpg', size: 1, kind: 'image' })
const job = (id: string, facts: Partial<Job> = {}): Job => ({ ...base, id, ...facts })
const replies = { ingest: ingestReply(), detect: detectReply(), rectify: rectifyReply() }
const done = (id: string, facts: Partial<Job> = {}) => job(id, { ...replies, status: 'done', ...facts })
const doubtful = { detect: detectReply('REVIEW_REQUIRED') }
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id)

test('each filter keeps its own cards, in order', () => {
  const jobs = [done('good'), done('doubt', doubtful), job('failed', { status: 'error' }), job('waiting')]
  expect(ids(cardsOf(jobs, 'all'))).toEqual(['good', 'doubt', 'failed', 'waiting'])
  expect(ids(cardsOf(jobs, 'review'))).toEqual(['doubt'])
  expect(ids(cardsOf(jobs, 'errors'))).toEqual(['failed'])
  expect(ids(cardsOf(jobs, 'done'))).toEqual(['good'])
})

test('a PDF is listed when any of its pages matches; pages are not listed by themselves', () => {
  const jobs = [
    job('pdf', { pages: 2 }),
    done('p1', { parent: 'pdf' }),
    done('p2', { parent: 'pdf', ...doubtful }),
  ]
  expect(ids(cardsOf(jobs, 'all'))).toEqual(['pdf'])
  expect(ids(cardsOf(jobs, 'review'))).toEqual(['pdf'])
  expect(cardsOf(jobs, 'errors')).toEqual([])
})

test('the time left is estimated from finished pages and divided by the concurrency', () => {
  const tookMs = { ingest: 100, detect: 200, rectify: 300 }
  const jobs = [done('a', { tookMs }), done('b', { tookMs }), job('c'), job('d')]
  expect(batchProgress(jobs, 1)).toEqual({ done: 2, total: 4, leftMs: 1200 })
  expect(batchProgress(jobs, 4)).toEqual({ done: 2, total: 4, leftMs: 600 })
  const elsewhere = done('elsewhere')
  expect(batchProgress([...jobs, elsewhere], 1)).toEqual({ done: 3, total: 5, leftMs: 1200 })
  expect(batchProgress([job('a')], 1)).toEqual({ done: 0, total: 1, leftMs: null })
})
