import { IngestJob } from '@equerre/contract/jobs'
import { passwordPurpose } from '@equerre/contract/password'
import { openKeyRing } from '@equerre/platform/key-ring'
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { withOpenPassword } from './open-password.ts'

const newRing = () => openKeyRing([{ id: 'a', bytes: randomBytes(32) }])
const ring = newRing()
const ingestionId = randomUUID()

function jobOf(file: string, password?: string): IngestJob {
  const original = { mime: 'application/pdf', bytes: 1, password }
  return IngestJob.parse({
    step: 'ingest',
    stepId: randomUUID(),
    requestId: 'r',
    ingestionId: file,
    original,
  })
}

it('opens a password for its own file, with the key that it was sealed with', () => {
  const sealed = ring.seal('sésame', passwordPurpose(ingestionId))
  expect(withOpenPassword(jobOf(ingestionId, sealed), ring).original.password).toBe('sésame')
  expect(() => withOpenPassword(jobOf(randomUUID(), sealed), ring)).toThrow()
  expect(() => withOpenPassword(jobOf(ingestionId, sealed), newRing())).toThrow()
})

it('leaves a job without one as it is', () => {
  const job = jobOf(ingestionId)
  expect(withOpenPassword(job, newRing())).toEqual(job)
})
