import { mimeOfExtension, outputFormats } from '@equerre/contract/formats'
import { artifactFile, storageKeys, type VisionJob } from '@equerre/contract/jobs'

/** Which storage objects a step's cell may read and write. */
export type JobObjects = {
  /** Whether it may read this key, counting how often. */
  readonly mayRead: (key: string) => boolean
  /** The media type to store a key's object under; null where the step may not write it, or not again. */
  readonly mimeOfWritten: (key: string) => string | null
}

/** More than any step needs; stops a compromised cell from filling the storage or keeping its worker busy. */
const requestsMax = 24

/**
 * A step reads its own file, writes its own page's preview, and writes artifacts that carry its own id; one that reads text
 * has the page that was made instead.
 */
export function objectsOf(job: VisionJob): JobObjects {
  const { ingestionId, stepId } = job
  const artifact = (file: string) => storageKeys.artifact(ingestionId, file)
  const preview =
    job.step === 'read' ? null : artifact(artifactFile.preview(job.step === 'ingest' ? 1 : job.page))
  const readable: readonly (string | null)[] =
    job.step === 'read'
      ? [artifact(artifactFile.legible(job.rectifyId)), artifact(artifactFile.warped(job.rectifyId, 'pdf'))]
      : [storageKeys.original(ingestionId), preview]
  let requests = 0
  const own = artifact(`${stepId}-`)
  return {
    mayRead: (key) => ++requests <= requestsMax && readable.includes(key),
    mimeOfWritten: (key) => {
      if (++requests > requestsMax) return null
      if (key === preview) return outputFormats.jpeg.mime
      const extension = key.startsWith(own)
        ? /^[a-z]+\.([a-z]+)$/.exec(key.slice(own.length))?.[1]
        : undefined
      return extension === undefined ? null : (mimeOfExtension(extension) ?? null)
    },
  }
}
