import type { VisionJob } from '@equerre/contract/jobs'
import { passwordPurpose } from '@equerre/contract/password'
import type { KeyRing } from '@equerre/platform/key-ring'

/**
 * A job as its cell gets it: with the password of its own file in clear, and no key to any other.
 * @throws when it was sealed for another file, or with a key that is not in the ring
 */
export function withOpenPassword<Job extends VisionJob>(job: Job, ring: KeyRing): Job {
  const { ingestionId, original } = job
  if (original.password === undefined) return job
  const password = openPassword(ring, { ingestionId, sealed: original.password })
  return { ...job, original: { ...original, password } }
}

function openPassword(
  ring: KeyRing,
  { ingestionId, sealed }: { readonly ingestionId: string; readonly sealed: string },
): string {
  return ring.open(sealed, passwordPurpose(ingestionId))
}
