/**
 * The storage failed, whoever asked and whatever for; recorded where it happened, so nobody else needs to. Asking again may
 * succeed, unless it is full.
 */
export class StorageError extends Error {
  override name = 'StorageError' as const
  /** There is no room left: only its operator can help. */
  readonly full: boolean

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.full = isFull(cause)
  }
}

/** As file systems, S3 services and MinIO say it. */
const fullCodes: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'InsufficientStorage',
  'QuotaExceeded',
  'XMinioStorageFull',
])
const insufficientStorage = 507

function isFull(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return statusOf(error) === insufficientStorage || fullCodes.has(code) || fullCodes.has(name)
}

/** The status that an S3 service answered with, if that is what failed. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode
}
