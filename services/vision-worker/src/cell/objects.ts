import { artifactFile, storageKeys, type VisionJob } from '@equerre/contract/jobs'

/** Which objects of the storage a step's cell may see; nothing else exists for it. */
export type JobObjects = {
  readonly mayRead: (key: string) => boolean
  /** The media type under which a key's object is kept; null where the step may write none, or no more. */
  readonly mimeOfWritten: (key: string) => string | null
}

/** More objects than any step writes: a cell that was taken over shall not fill the storage. */
const putsMax = 16

const mimes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

/** A step reads its own file, makes the preview of its own page, and leaves what carries its own name. */
export function objectsOf(job: VisionJob): JobObjects {
  const { ingestionId, stepId } = job
  const preview = storageKeys.artifact(
    ingestionId,
    artifactFile.preview(job.step === 'ingest' ? 1 : job.page),
  )
  let puts = 0
  const own = storageKeys.artifact(ingestionId, `${stepId}-`)
  return {
    mayRead: (key) => key === storageKeys.original(ingestionId) || key === preview,
    mimeOfWritten: (key) => {
      if (++puts > putsMax) return null
      if (key === preview) return mimes['jpg']!
      const extension = key.startsWith(own)
        ? /^[a-z]+\.([a-z]+)$/.exec(key.slice(own.length))?.[1]
        : undefined
      return (extension !== undefined && mimes[extension]) || null
    },
  }
}
