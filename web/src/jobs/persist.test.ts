import { expect, test } from 'vitest'
import { detectReply, ingestReply } from '../../test/replies.ts'
import { newJob } from './job.ts'
import type { Job } from './job.ts'
import { merged, survivors } from './persist.ts'

const expiryMs = Date.parse(ingestReply().expires_at)
const base = newJob({ id: 'a', name: 'a.jpg', size: 1, kind: 'image' })
const job = (status: Job['status']): Job => ({
  ...base,
  status,
  ingest: ingestReply(),
  detect: detectReply(),
})

test('G29: what the server holds survives a reload until it expires there', () => {
  expect(survivors([job('done')], expiryMs - 1)).toHaveLength(1)
  expect(survivors([job('done')], expiryMs)).toEqual([])
})

test('a file that never reached the server does not survive', () => {
  expect(survivors([{ ...base, status: 'uploading' }], 0)).toEqual([])
})

test('a step that was at work begins again, as the same request', () => {
  expect(survivors([job('detecting')], 0)[0]).toMatchObject({ status: 'ingested', attempt: 1 })
  expect(survivors([job('rectifying')], 0)[0]).toMatchObject({ status: 'detected', attempt: 1 })
})

test('a tab keeps what it shows, forgets what it took away, and leaves the cards of other tabs', () => {
  const card = (id: string) => newJob({ id, name: `${id}.jpg`, size: 1, kind: 'image' })
  const [mine, removed, other] = [card('mine'), card('removed'), card('other')]
  const now = { ...mine, accepted: true }
  expect(merged([mine, other, removed], { jobs: [now], before: [mine, removed] })).toEqual([other, now])
})
