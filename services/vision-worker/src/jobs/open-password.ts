import type { VisionJob } from '@equerre/contract/jobs'
import { passwordPurpose } from '@equerre/contract/password'
import type { KeyRing } from '@equerre/platform/key-ring'

/**
 * A job as its cell gets it: with the passwords of its own files in clear, and no key to any other.
 * @throws when one was sealed for another file, or with a key that is not in the ring
 */
export function withOpenPassword<Job extends VisionJob>(job: Job, ring: KeyRing): Job {
  const open = <File extends { readonly password?: string | undefined }>(id: string, file: File): File =>
    file.password === undefined ? file : { ...file, password: ring.open(file.password, passwordPurpose(id)) }
  const { ingestionId, original } = job
  if (job.step !== 'assemble') return { ...job, original: open(ingestionId, original) }
  const pages = job.pages.map((page) => (page.of === 'file' ? open(page.ingestionId, page) : page))
  return { ...job, pages }
}
