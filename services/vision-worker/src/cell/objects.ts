import { mimeOfExtension, outputFormats } from '@equerre/contract/formats'
import { artifactFile, storageKeys, type AssembledPage, type VisionJob } from '@equerre/contract/jobs'

/** Which storage objects a step's cell may read and write. */
export type JobObjects = {
  /** Whether it may read this key, counting how often. */
  readonly mayRead: (key: string) => boolean
  /** How many bytes this key must have; null where nobody told. */
  readonly bytesOf: (key: string) => number | null
  /** The media type to store a key's object under; null where the step may not write it, or not again. */
  readonly mimeOfWritten: (key: string) => string | null
}

/** More than any step needs; stops a compromised cell from filling the storage or keeping its worker busy. */
const requestsMax = 24
const requestsPerPage = 3

/**
 * A step reads its own file, writes its own page's preview, and writes artifacts that carry its own id; one that works on finished
 * pages has those instead.
 */
export function objectsOf(job: VisionJob): JobObjects {
  const { ingestionId, stepId } = job
  const artifact = (file: string) => storageKeys.artifact(ingestionId, file)
  const preview = previewOf(job)
  const readable = readableOf(job)
  const most = requestsMax + (job.step === 'assemble' ? requestsPerPage * job.pages.length : 0)
  let requests = 0
  const own = artifact(`${stepId}-`)
  return {
    mayRead: (key) => ++requests <= most && (key === preview || readable.includes(key)),
    bytesOf: (key) =>
      'original' in job && key === storageKeys.original(ingestionId) ? job.original.bytes : null,
    mimeOfWritten: (key) => {
      if (++requests > most) return null
      if (key === preview) return outputFormats.jpeg.mime
      const extension = key.startsWith(own)
        ? /^[a-z]+\.([a-z]+)$/.exec(key.slice(own.length))?.[1]
        : undefined
      return extension === undefined ? null : (mimeOfExtension(extension) ?? null)
    },
  }
}

function previewOf(job: VisionJob): string | null {
  if (job.step === 'read' || job.step === 'assemble') return null
  return storageKeys.artifact(job.ingestionId, artifactFile.preview(job.step === 'ingest' ? 1 : job.page))
}

function readableOf(job: VisionJob): readonly string[] {
  if (job.step === 'assemble') return job.pages.flatMap(filesOf)
  if (job.step !== 'read') return [storageKeys.original(job.ingestionId)]
  const { rectifyId, made } = job
  const formats = new Set(['pdf' as const, ...(made ? [made.format] : [])])
  const files = [
    artifactFile.legible(rectifyId),
    ...[...formats].map((it) => artifactFile.warped(rectifyId, it)),
  ]
  return files.map((file) => storageKeys.artifact(job.ingestionId, file))
}

function filesOf(page: AssembledPage): string[] {
  const { ingestionId } = page
  if (page.of === 'file') return [storageKeys.original(ingestionId)]
  const files = [artifactFile.warped(page.rectifyId, page.made.format)]
  if (page.readId !== null) files.push(artifactFile.text(page.readId))
  return files.map((file) => storageKeys.artifact(ingestionId, file))
}
