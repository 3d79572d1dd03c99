import { expect, test } from 'vitest'
import { detectReply, doubtfulReply, ingestReply, rectifyReply } from '../../../test/replies.ts'
import { newJob } from '../job.ts'
import type { Job } from '../job.ts'
import { ghostOf, pictureOf, traceOf } from './pictures.ts'

const base = newJob({ id: 'a', name: 'a.jpg', size: 1, kind: 'image' })
const done: Job = {
  ...base,
  status: 'done',
  ingest: ingestReply(),
  detect: detectReply(),
  rectify: rectifyReply(),
}

/** The same card as made by the previous release, whose results have no small pictures. */
function formerly(warped_path: string): Job {
  const { viz_path, mask_path } = rectifyReply().artifacts
  const artifacts = { warped_path, viz_path, mask_path }
  const seen = { viz_path: '/viz.jpg', mask_path: '/mask.png' }
  return JSON.parse(
    JSON.stringify({
      ...done,
      detect: { ...done.detect, artifacts: seen },
      rectify: { ...done.rectify, artifacts },
    }),
  ) as Job
}

test('cards show thumbnails, the window shows screen sizes, and only zooming in loads the file', () => {
  expect(pictureOf(done, 'zone')).toMatchObject({ thumb: '/seen.webp', screen: '/preview.jpg', full: null })
  expect(pictureOf(done, 'result')).toMatchObject({
    thumb: '/thumb.webp',
    screen: '/screen.webp',
    screenLongSidePx: 1600,
    full: '/warped.png',
    size: { width: 2480, height: 3508 },
  })
})

test('a PDF result is shown by its small pictures at every zoom', () => {
  const reply = rectifyReply()
  const pdf = {
    ...done,
    rectify: { ...reply, artifacts: { ...reply.artifacts, warped_path: '/warped.pdf' } },
  }
  expect(pictureOf(pdf, 'result')).toMatchObject({ thumb: '/thumb.webp', screen: '/screen.webp', full: null })
})

test('a card of the previous release shows the pictures it has', () => {
  const old = formerly('/warped.png')
  expect(pictureOf(old, 'zone')).toMatchObject({ thumb: '/viz.jpg', screen: '/preview.jpg' })
  expect(pictureOf(old, 'result')).toMatchObject({ thumb: '/warped.png', screen: '/warped.png', full: null })
  expect(pictureOf(formerly('/warped.pdf'), 'result')).toMatchObject({ thumb: null, screen: null })
})

test('there is no picture before its step has produced one', () => {
  expect(pictureOf(base, 'zone')).toBeNull()
  const reply = rectifyReply()
  const none = { ...done, rectify: { ...reply, artifacts: { ...reply.artifacts, warped_path: null } } }
  expect(pictureOf(none, 'result')).toBeNull()
})

test('the outline is the zone, or the one proposed when the detection is in doubt', () => {
  const detected: Job = { ...done, status: 'detected', rectify: null }
  expect(traceOf(detected)?.path).toBe('M0 0L4032 0L4032 3024L0 3024Z')
  expect(traceOf({ ...detected, detect: doubtfulReply() })?.path).toMatch(/^M403\.2\d* 604\.8/)
  expect(traceOf({ ...detected, detect: detectReply('NOT_FOUND') })).toBeNull()
})

test('the preview is fetched for a held card, but not for the second that detection takes', () => {
  const ingested: Job = { ...base, status: 'ingested', ingest: ingestReply() }
  expect(ghostOf(ingested)).toBeNull()
  expect(ghostOf({ ...ingested, status: 'detecting' })).toBeNull()
  expect(ghostOf({ ...ingested, held: 'credits' })).toBe('/preview.jpg')
  // There is no local picture of a PDF.
  expect(ghostOf({ ...ingested, kind: 'pdf', status: 'detecting' })).toBe('/preview.jpg')
})
