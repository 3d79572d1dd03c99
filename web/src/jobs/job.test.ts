import type { Corners } from '@equerre/contract/detourage'
import { quadTurned } from '@equerre/geometry/quad'
import { wholeFrame } from '@equerre/geometry/spaces'
import { expect, test } from 'vitest'
import { detectReply, ingestReply } from '../../test/replies.ts'
import { newJob, wholeAs, type Job } from './job.ts'

const kept = (turns: number, kind: Job['kind'] = 'image'): Job => ({
  ...newJob({ id: 'a', name: 'a.jpg', size: 1, kind }),
  status: 'done',
  ingest: ingestReply(),
  detect: {
    ...detectReply(),
    reasons: ['already_cropped'],
    corners: quadTurned(wholeFrame as Corners, turns),
  },
})

test('a page that was kept whole says as what, or that it was turned', () => {
  expect(wholeAs(kept(0))).toBe('photo')
  expect(wholeAs(kept(0, 'pdf'))).toBe('scan')
  expect(wholeAs(kept(2))).toBe('turned')
  expect(wholeAs(kept(1, 'pdf'))).toBe('turned')
})
