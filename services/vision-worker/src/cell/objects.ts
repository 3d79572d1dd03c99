import { mimeOfExtension, outputFormats } from '@equerre/contract/formats'
import { artifactFile, storageKeys, type VisionJob } from '@equerre/contract/jobs'

/** Which objects of the storage a step's cell may see; nothing else exists for it. */
export type JobObjects = {
  /** Whether it may, and as often. */
  readonly mayRead: (key: string) => boolean
  /** The media type under which a key's object is kept; null where the step may write none, or no more. */
  readonly mimeOfWritten: (key: string) => string | null
}

/** More than any step asks for: a cell that was taken over shall neither fill the storage nor keep its worker busy for ever. */
const requestsMax = 24

/** A step reads its own file, makes the preview of its own page, and leaves what carries its own name. */
export function objectsOf(job: VisionJob): JobObjects {
  const { ingestionId, stepId } = job
  const preview = storageKeys.artifact(
    ingestionId,
    artifactFile.preview(job.step === 'ingest' ? 1 : job.page),
  )
  let requests = 0
  const own = storageKeys.artifact(ingestionId, `${stepId}-`)
  return {
    mayRead: (key) =>
      ++requests <= requestsMax && (key === storageKeys.original(ingestionId) || key === preview),
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
